/// A row of the narrow table, as a program would store it.
struct NarrowRecord: Codable {
    var x: Double
    var y: Double
    var text: String
    var number: Int64

    var checksum: Double { x + y + Double(text.utf8.count) + Double(number) }
}
