import DataLiteMacros

// The columns of a table have the names of its properties or of '@Column'.

@Table struct Album: Codable {
    let id: Int
    var title: String
    var year: Int
    @Column("artist_id") var artistID: Int
    @Column("isFavorite") var isFavorite: Bool
    @Ephemeral var isOpen = false

    enum CodingKeys: String, CodingKey {
        // expected-warning@+1 {{write '@Column("ID")' at the property, or '@Column("id")' to keep its name}}
        case id = "ID"
        // expected-warning@+1 {{a coding key does not name a column: the column is "year"}}
        case title, year = "released"
        case artistID = "artist"
        case isFavorite = "favorite"
        case isOpen = "open"
    }
}

@Table struct Artist: Codable {
    let id: Int
    var name: String

    enum CodingKeys: String, CodingKey { case id, name = "name" }
}

@Table struct Genre: Codable {
    let id: Int

    private struct Keys { enum CodingKeys: String, CodingKey { case id = "ID" } }
}

@Table("labels") struct Label: Codable, FetchableRecord {
    let id: Int
    var name: String

    enum CodingKeys: String, CodingKey { case id, name = "full_name" }
}

protocol FetchableRecord {}
