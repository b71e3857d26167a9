// Calls of records and requests of other libraries. Below each line are the columns of its errors and the beginnings of
// their messages.
import DataLiteDatabase
import DataLiteMacros
import DataLiteMoving

@Table struct Album: Hashable {
    let id: Int
    var title = ""
}

typealias DB = any ConnectionProtocol

func i1(_ db: DB) throws { _ = try Album.fetchSet(db) }
//                                       ^ 'fetchSet' is unavailable: write `try Set(Album.fetchAll(db))`
func i2(_ db: DB) throws { _ = try Album.select(\.title).fetchSet(db) }
//                                                       ^ 'fetchSet' is unavailable: write `try Set(query
func i3(_ album: Album, _ db: DB) throws { _ = try album.inserted(db) }
//                                                       ^ 'inserted' is unavailable: write `Album.insert {
func i4(_ album: Album, _ db: DB) throws { _ = try album.insertAndFetch(db) }
//                                                       ^ 'insertAndFetch' is unavailable: write `Album.ins
func i5(_ album: Album, _ db: DB) throws { _ = try album.saved(db) }
//                                                       ^ 'saved' is unavailable: write `try album.save(db)`
func i6(_ album: Album) throws { _ = try album.databaseChanges(from: album) }
//                                             ^ 'databaseChanges(from:)' is unavailable: write
func i7(_ album: Album, _ db: DB) throws { try album.insert(db, onConflict: .replace) }
//                                                   ^ 'insert(_:onConflict:)' has been renamed to 'insert(_:or:)'
func i8(_ album: Album, _ db: DB) throws { try album.update(db, onConflict: .replace) }
//                                                   ^ 'update(_:onConflict:)' has been renamed to 'update(_:or:)'
func i9(_ album: Album, _ db: DB) throws { try album.save(db, onConflict: .replace) }
//                                                   ^ 'save(_:onConflict:)' has been renamed to 'save(_:or:)'
func i10(_ db: DB) throws { _ = try Album.fetchOne(db, id: 1) }
//                                        ^ 'fetchOne(_:id:)' is unavailable: write `Album.find(id).fetchOne
func i11(_ db: DB) throws { _ = try Album.find(db, id: 1) }
//                                        ^ 'find(_:id:)' is unavailable: write `Album.find(id).fetchRequire
func i12(_ db: DB) throws { _ = try Album.fetchAll(db, ids: [1, 2]) }
//                                        ^ 'fetchAll(_:ids:)' is unavailable: write `Album.find(ids).fetchA
func i13(_ db: DB) throws { _ = try Album.fetchAll(db, keys: [1, 2]) }
//                                        ^ 'fetchAll(_:keys:)' is unavailable: write `Album.find(keys).fetc
func i14(_ db: DB) throws { try Album.deleteOne(db, id: 1) }
//                                    ^ 'deleteOne(_:id:)' is unavailable: write `Album.find(id).delete()
func i15(_ db: DB) throws { try Album.deleteAll(db, ids: [1]) }
//                                    ^ 'deleteAll(_:ids:)' is unavailable: write `Album.find(ids).delete
func i16(_ db: DB) throws { try Album.deleteAll(db) }
//                                    ^ 'deleteAll' is unavailable: write `Album.all.delete().execute(db)`
func i17(_ db: DB) throws { try Album.where { $0.id == 1 }.deleteAll(db) }
//                                                         ^ 'deleteAll' is unavailable: write `query.del
func i18() { _ = Album.annotated(with: \Album.Columns.title) }
//                     ^ 'annotated(with:)' is unavailable: write `select { ($0, ...) }` or `including
func i19() { _ = Album.all.annotated(with: \Album.Columns.title) }
//                         ^ 'annotated(with:)' is unavailable: write `select { ($0, ...) }` or `inclu
func i20(_ db: DB) throws { try db.run(Album.insert { Album.Draft(title: "a") }) }
//                                 ^ 'run' is unavailable: write `try change.execute(db)`
func i21(_ db: DB) throws { try db.run(Album.find(1).delete()) }
//                                 ^ 'run' is unavailable: write `try change.execute(db)`
func i22(_ db: DB) throws { _ = try db.run(Album.all) }
//                                     ^ 'run' is unavailable: write `try query.execute(db)`
func i23(_ db: DB) throws { _ = try db.pluck(Album.all) }
//                                     ^ 'pluck' is unavailable: write `try query.fetchOne(db)`
func i24(_ db: DB) throws { _ = try db.columns(in: "albums") }
//                                     ^ 'columns(in:)' is unavailable: write `db.schema.table("albums")?
func i25(_ db: DB) throws { try db.execute("DELETE FROM \(Album.self)") }
//                                                       ^ 'appendInterpolation' is unavailable: for names of
