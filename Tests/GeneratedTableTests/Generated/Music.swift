// Written by "datalite generate" from "music.db".
// swift-format-ignore-file

import DataLite
import Foundation

@Table("artists")
struct Artist: Identifiable {
    let id: Int
    @Column(unique: true, collate: .nocase) var name: String
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

    nonisolated static var constraints: [TableConstraint<Track>] {
        [.withoutRowID]
    }
}

// Not expressed: FOREIGN KEY ("side") REFERENCES "missing" ("side").
@Table("covers")
struct Cover {
    @Column("album_id") var albumID: Int
    var track: Int
    var side: String = "front"
    var label: String?

    nonisolated static var constraints: [TableConstraint<Cover>] {
        [
            .strict,
            .unique(\.albumID, \.track, \.side),
            .foreignKey(\.label, references: Artist.self, \.name),
            .foreignKey(\.albumID, \.track, references: Track.self, onDelete: .cascade),
            .foreignKey(\.track, \.albumID, references: Track.self, \.key.position, \.key.albumID, onUpdate: .setNull, deferred: true),
            .check(sql: "side IN ('front', 'back') OR side IS NULL").named("known side"),
        ]
    }
}

@Table("album_lengths")
@Selection
struct AlbumLength {
    let title: String?
    let milliseconds: SQLiteValue?
}
