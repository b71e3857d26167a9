import DataLiteCore
import Foundation

/// Places on the globe, as a sphere of the Earth's mean radius.
enum GreatCircle {
    /// The mean radius of the Earth in kilometres (IUGG).
    private static let radius = 6371.0088

    /// A latitude that is none.
    struct LatitudeError: Error, CustomStringConvertible {
        let latitude: Double

        var description: String { "haversine: \(latitude) is no latitude: they go from -90 to 90" }
    }

    /// The length of the shortest way between two places, in kilometres. Angles are in degrees.
    static func distance(
        _ latitude1: Double, _ longitude1: Double, _ latitude2: Double, _ longitude2: Double
    ) throws -> Double {
        for latitude in [latitude1, latitude2] where !(-90...90).contains(latitude) {
            throw LatitudeError(latitude: latitude)
        }
        let (phi1, phi2) = (radians(latitude1), radians(latitude2))
        let a = sin((phi2 - phi1) / 2)
        let b = sin(radians(longitude2 - longitude1) / 2)
        let haversine = a * a + cos(phi1) * cos(phi2) * b * b
        // Rounding may carry it past 1 for places opposite each other, where asin() ends.
        return 2 * radius * asin(min(1, haversine.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

extension ConnectionProtocol {
    /// `haversine(lat1, lon1, lat2, lon2)`: the great-circle distance in kilometres, from degrees.
    /// NULL if any argument is; an error for a latitude beyond the poles.
    ///
    /// This is the typed closure form: the parameters say how many arguments there are, and what.
    func addHaversine() throws {
        try add(function: "haversine", options: [.deterministic, .innocuous]) {
            (lat1: Double, lon1: Double, lat2: Double, lon2: Double) in
            try GreatCircle.distance(lat1, lon1, lat2, lon2)
        }
    }
}
