// Calls of requests and of the schema, and result codes, of GRDB. Below each line are the columns of its errors and the
// beginnings of their messages.
import DataLiteDatabase
import DataLiteMacros
import DataLiteMoving

@Table struct Album {
    let id: Int
    var title = ""
    var artistID: Int

    static let artist = belongsTo(Artist.self, by: \.artistID)
}

@Table struct Artist {
    let id: Int
    var name = ""

    static let albums = hasMany(Album.self, by: \.artistID)
}

typealias DB = any ConnectionProtocol

func j1(_ db: DB) throws { try Album.updateAll(db) { [$0.title.set(to: "A"), $0.id.set(to: 1)] } }
//                                   ^ 'updateAll' is unavailable: write `Album.all.update { $0.year = 1960 }.execute(
func j2(_ db: DB) throws { try Album.updateAll(db) { $0.title.set(to: "A") } }
//                                   ^ 'updateAll' is unavailable: write `Album.all.update { $0.year = 1960 }.execute(
func j3(_ db: DB) throws { try Album.where { $0.id == 1 }.updateAll(db) { $0.title.set(to: "A") } }
//                                                        ^ 'updateAll' is unavailable: write `query.update { $0.year
func j4() { _ = Album.filter(id: 1) }
//                    ^ 'filter(id:)' has been renamed to 'find(_:)'
func j5() { _ = Album.filter(ids: [1, 2]) }
//                    ^ 'filter(ids:)' has been renamed to 'find(_:)'
func j6() { _ = Album.filter(key: 1) }
//                    ^ 'filter(key:)' has been renamed to 'find(_:)'
func j7() { _ = Album.filter(keys: [1, 2]) }
//                    ^ 'filter(keys:)' has been renamed to 'find(_:)'
func j8() { _ = Album.all.filter(id: 1) }
//                        ^ 'filter(id:)' has been renamed to 'find(_:)'
func j9() { _ = Album.where { $0.id > 1 }.filter(ids: [1, 2]) }
//                                        ^ 'filter(ids:)' has been renamed to 'find(_:)'
func j10(_ db: DB) throws { try Album.deleteAll(db, keys: [1, 2]) }
//                                    ^ 'deleteAll(_:keys:)' is unavailable: write `Album.find(keys).delete().execute(
func j11() { _ = Album.orderByPrimaryKey() }
//                     ^ 'orderByPrimaryKey()' is unavailable: write `Album.order(by: \.id)`
func j12() { _ = Album.all.orderByPrimaryKey() }
//                         ^ 'orderByPrimaryKey()' is unavailable: write `query.order(by: \.id)`
func j13() { _ = Album.all.withStableOrder() }
//                         ^ 'withStableOrder()' is unavailable: write `query.order(by: \.id)`
func j14() { _ = Album.all.groupByPrimaryKey() }
//                         ^ 'groupByPrimaryKey()' is unavailable: write `query.group(by: \.id)`
func j15() { _ = Album.selectPrimaryKey(as: Int.self) }
//                     ^ 'selectPrimaryKey(as:)' is unavailable: write `Album.select(\.id)`
func j16() { _ = Album.all.selectPrimaryKey(as: Int.self) }
//                         ^ 'selectPrimaryKey(as:)' is unavailable: write `query.select(\.id)`
func j17() { _ = Album.all.selectID() }
//                         ^ 'selectID()' is unavailable: write `query.select(\.id)`
func j18() { _ = Album.matching("a") }
//                     ^ 'matching' is unavailable: write `Album.where { $0.match(allOf: text) }`
func j19() { _ = Album.all.matching("a") }
//                         ^ 'matching' is unavailable: write `query.where { $0.match(allOf: text) }`
func j20(_ artist: Artist) { _ = artist.request(for: Artist.albums) }
//                                      ^ 'request(for:)' is unavailable: write `Artist.albums.request(for: artist)`
func j21(_ album: Album, _ db: DB) throws { _ = try album.updateAndFetch(db) }
//                                                        ^ 'updateAndFetch' is unavailable: write `Album.update(album
func j22(_ album: Album, _ db: DB) throws { _ = try album.saveAndFetch(db) }
//                                                        ^ 'saveAndFetch' is unavailable: write `Album.upsert { album
func j23(_ album: Album, _ db: DB) throws { _ = try album.upsertAndFetch(db) }
//                                                        ^ 'upsertAndFetch' is unavailable: write `Album.upsert { alb
func j24(_ db: DB) throws { try db.create(table: "albums") { t in t.column("title", .text) } }
//                                 ^ 'create(table:body:)' is unavailable: write `db.execute("CREATE TABLE ...")` or `
func j25(_ db: DB) throws { try db.alter(table: "a") { t in t.add(column: "year", .integer) } }
//                                 ^ 'alter(table:body:)' is unavailable: write `db.addColumn("year INTEGER", to: "albu
func j26(_ db: DB) throws { try db.drop(table: "albums") }
//                                 ^ 'drop(table:)' is unavailable: write `db.execute("DROP TABLE albums")`
func j27(_ db: DB) throws { try db.rename(table: "albums", to: "records") }
//                                 ^ 'rename(table:to:)' has been renamed to 'renameTable(_:to:)'
func j28(_ db: DB) throws { try db.create(index: "by_title", on: "albums", columns: ["title"]) }
//                                 ^ 'create(index:on:columns:)' is unavailable: write `db.execute("CREATE INDEX ...")
func j29(_ db: DB) throws { try db.create(indexOn: "albums", columns: ["title"]) }
//                                 ^ 'create(indexOn:columns:)' is unavailable: write `db.execute("CREATE INDEX ...")`
func j30(_ db: DB) throws { try db.drop(index: "by_title") }
//                                 ^ 'drop(index:)' is unavailable: write `db.execute("DROP INDEX by_title")`
func j31(_ error: SQLiteError) -> Bool { error.resultCode == .SQLITE_CONSTRAINT }
//                                                            ^ 'SQLITE_CONSTRAINT' is unavailable: write `error.resul
func j32(_ error: SQLiteError) -> Bool { error.resultCode == .SQLITE_CONSTRAINT_UNIQUE }
//                                                            ^ 'SQLITE_CONSTRAINT_UNIQUE' has been renamed to 'constr
func j33(_ error: SQLiteError) -> Bool { error.resultCode == ResultCode.SQLITE_BUSY }
//                                                                      ^ 'SQLITE_BUSY' is unavailable: write `error.r
func j34(_ db: DB) throws {
    try db.create(table: "albums") { t in
        // ^ 'create(table:body:)' is unavailable: write `db.execute("CREATE TABLE ...")` or `Album.createTable().exec
        t.autoIncrementedPrimaryKey("id")
        t.column("year", .integer).notNull().defaults(to: 0)
        t.belongsTo("artist", onDelete: .cascade).notNull()
    }
}
func j35(_ db: DB) throws { _ = try Album.all().fetchAll(db) }
//                                           ^ 'callAsFunction()' is unavailable: write it without parentheses: `Album
func j36(_ db: DB) throws { _ = try Int.fetchOne(db, sql: "SELECT count(*) FROM albums") }
//                                      ^ 'fetchOne(_:sql:arguments:)' is unavailable: write `db.value("SELECT ...", [
func j37(_ db: DB) throws { _ = try String.fetchAll(db, sql: "SELECT title FROM albums") }
//                                         ^ 'fetchAll(_:sql:arguments:)' is unavailable: write `db.rows("SELECT ...",
func j38(_ db: DB) throws { _ = try Int.fetchSet(db, sql: "SELECT id FROM albums") }
//                                      ^ 'fetchSet(_:sql:arguments:)' is unavailable: write `db.rows("SELECT ...", [1
func j39(_ db: DB) throws { _ = try Album.fetchAll(db, sql: "SELECT * FROM albums") }
//                                        ^ 'fetchAll(_:sql:arguments:)' is unavailable: write `db.rows("SELECT ...",
func j40(_ db: DB) throws { _ = try Album.fetchOne(db, sql: "SELECT ?", arguments: [1]) }
//                                        ^ 'fetchOne(_:sql:arguments:)' is unavailable: write `db.row("SELECT ...", [
func j41() { _ = Album.filter(sql: "title GLOB ?", arguments: ["A*"]) }
//                     ^ 'filter(sql:arguments:)' is unavailable: write `Album.where { #sql("...") }`
func j42() { _ = Album.all.filter(sql: "id > 1") }
//                         ^ 'filter(sql:arguments:)' is unavailable: write `query.where { #sql("...") }`
