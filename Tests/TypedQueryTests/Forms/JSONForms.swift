import DataLiteMacros
import Foundation

@Table struct Manifest: Identifiable {
    let id: Int
    @Column(as: Cargo.JSONRepresentation.self) var cargo: Cargo
}

@Selection struct Cargo: Codable {
    var name = ""
    var weight: Double?
    var loadedAt: Date?
    var crates: [CargoCrate] = []
    var labels: [String: String] = [:]
    var origin = CargoPort()
}

@Selection struct CargoCrate: Codable {
    var code = ""
    var number: Int?
}

@Selection struct CargoPort: Codable {
    var city = ""
    var country: String?
}

/// Queries of JSON by key paths.
enum JSONForms {
    static func tenKeyPaths() -> some Query<(String, Double?, Date?, String, Int?, String?)> {
        Manifest.where {
            $0.cargo.jsonExtract(\.origin.city) == "Rome"
                && $0.cargo.jsonExtract(\.crates[0].number) > 3
                && $0.cargo.jsonExtract(\.weight) < 1.5
        }
        .order { $0.cargo.jsonExtract(\.loadedAt).desc() }
        .select {
            (
                $0.cargo.jsonExtract(\.name), $0.cargo.jsonExtract(\.weight),
                $0.cargo.jsonExtract(\.loadedAt), $0.cargo.jsonExtract(\.origin.city),
                $0.cargo.jsonExtract(\.crates[1].number),
                $0.cargo.jsonExtract(\.crates[-1].code)
            )
        }
    }
    static func sets(_ id: Int) -> Update<Manifest> {
        Manifest.find(id).update {
            $0.cargo = $0.cargo.jsonSet(\.origin.city, "Rome").jsonSet(\.name, "a")
        }
    }
}
