import DataLiteCore

/// The class of the tour's first chapter, as a user of the library would write it.
final class Distance: Function.Scalar {
    override class var name: String { "distance" }
    override class var argc: Int32 { 4 }
    override class var options: Function.Options { [.deterministic, .innocuous] }

    override class func invoke(args: any ArgumentsProtocol) throws -> (any SQLiteRepresentable)? {
        guard let lat1 = args[0] as Double?, let lon1 = args[1] as Double?,
            let lat2 = args[2] as Double?, let lon2 = args[3] as Double?
        else { return nil }
        return try GreatCircle.distance(lat1, lon1, lat2, lon2)
    }
}
