import DataLiteCore
import Foundation

/// Distances on a sphere with the mean radius of the Earth.
enum GreatCircle {
    /// The mean radius of the Earth in kilometers (IUGG).
    private static let radius = 6371.0088

    /// A latitude that does not exist.
    struct LatitudeError: Error, CustomStringConvertible {
        let latitude: Double

        var description: String { "haversine: latitude \(latitude) is outside -90...90" }
    }

    /// The great-circle distance between two points, in kilometers. Angles are in degrees.
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
        // For opposite points, rounding may give more than 1, for which asin() is not defined.
        return 2 * radius * asin(min(1, haversine.squareRoot()))
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

extension ConnectionProtocol {
    /// `haversine(lat1, lon1, lat2, lon2)`: the great-circle distance in kilometers, from degrees.
    /// NULL if any argument is NULL; an error for a latitude outside -90...90.
    ///
    /// The function is a typed closure, whose parameters determine the number and types of arguments.
    func addHaversine() throws {
        try add(function: "haversine", options: [.deterministic, .innocuous]) {
            (lat1: Double, lon1: Double, lat2: Double, lon2: Double) in
            try GreatCircle.distance(lat1, lon1, lat2, lon2)
        }
    }
}
