import DataLiteMacros
import Foundation

@Table struct Profile: Equatable, Identifiable {
    let id: Int
    @Column(as: Writer.JSONRepresentation.self) var author: Writer
    @Column(as: JSONRow<Page>.self) var link: Page?
}

@Selection struct Writer: Equatable, Codable {
    @Column("full_name") var name = ""
    var isVerified = false
    var score: Double?
    var joinedAt: Date?
    @Column(as: Date.UnixTimeRepresentation.self) var seenAt = Date(timeIntervalSince1970: 0)
    @Column(as: UUID.BytesRepresentation?.self) var key: UUID?
    var links: [Page] = []
    @Column(as: [String].JSONRepresentation.self) var tags: [String] = []
    var counts: [String: Int] = [:]
    var home = Home(city: "", zip: nil)
    var work: Home?
}

@Selection struct Page: Equatable, Codable {
    var homepage = ""
    var isOpen: Bool?
}

@Selection struct Home: Equatable, Codable {
    var city: String
    var zip: Int?
}
