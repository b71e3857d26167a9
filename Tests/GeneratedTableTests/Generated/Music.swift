// Written by "datalite generate" from "music.db".
// swift-format-ignore-file

import DataLite
import Foundation

// Not expressed: COLLATE.
@Table("artists")
struct Artist: Identifiable {
    let id: Int
    @Column(unique: true) var name: String
}

// Not expressed: INDEX "albums_by_title" ON ("title").
@Table("albums")
struct Album: Identifiable {
    let id: Int
    var title: String = ""
    @Column("artist_id", references: Artist.self, onDelete: .cascade) var artistID: Int
    @Column("released_on") var releasedOn: Date?
    var price: Double?
    @Column("is_favorite") var isFavorite: Bool = false
    @Column("created_at", default: "CURRENT_TIMESTAMP") var createdAt: Date
}

// Not expressed: WITHOUT ROWID.
@Table("tracks")
struct Track {
    @Selection
    struct Key: Hashable {
        @Column("album_id", references: Album.self, onDelete: .cascade) let albumID: Int
        let position: Int
    }

    @Column(primaryKey: true) let key: Key
    var title: String
    var milliseconds: Int = 0
}

@Table("album_lengths")
@Selection
struct AlbumLength {
    let title: String?
    let milliseconds: SQLiteValue?
}
