// The names of other libraries. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteFetching
import DataLiteMacros
import DataLiteMoving

@Table struct Album {
    let id: Int
    var title = ""
}

typealias DB = any ConnectionProtocol

@DatabaseFunction func twice(_ number: Int) -> Int { number * 2 }

func f1(_ db: DB, _ text: String) throws { try db.execute(text) }
//                                                ^ 'execute' is unavailable: SQL text that is not a
func f2(_ db: DB, _ text: String) throws { _ = try db.rows(text) }
//                                                    ^ 'rows' is unavailable: SQL text that is not
func f3(_ db: DB, _ text: String) throws { _ = try db.rows(text, as: Album.self) }
//                                                    ^ 'rows(_:_:as:)' is unavailable: SQL text tha
func f4(_ db: DB, _ text: String) throws { _ = try db.row(text) }
//                                                    ^ 'row' is unavailable: SQL text that is not a
func f5(_ db: DB, _ text: String) throws { _ = try db.row(text, as: Album.self) }
//                                                    ^ 'row(_:_:as:)' is unavailable: SQL text that
func f6(_ db: DB, _ text: String) throws { _ = try db.requiredRow(text, as: Album.self) }
//                                                    ^ 'requiredRow(_:_:as:)' is unavailable: SQL t
func f7(_ db: DB, _ text: String) throws { let _: Int? = try db.value(text) }
//                                                              ^ 'value(_:_:as:)' is unavailable: S
func f8(_ db: DB, _ text: String) throws { let _: Int = try db.requiredValue(text) }
//                                                             ^ 'requiredValue(_:_:as:)' is unavail
func f9(_ db: DB, _ text: String) throws { _ = try db.cursor(text) }
//                                                    ^ 'cursor' is unavailable: SQL text that is no
func f10(_ db: DB, _ text: String) throws { _ = try db.rows("SELECT 1") }
func f11(_ db: DB, _ text: String) throws { _ = try db.rows(SQL(raw: text)) }
func f12(_ db: DB) throws { try db.execute(sql: "DELETE", arguments: [1]) }
//                                 ^ 'execute(sql:arguments:)' has been renamed to 'execute(_:_:)'
func f13(_ db: DB) throws { try db.execute(literal: "SELECT \(1)") }
//                                 ^ 'execute(literal:)' has been renamed to 'execute(_:)'
func f14(_ db: DB) throws { try db.inTransaction { 1 } }
//                                 ^ 'inTransaction' is unavailable: a transaction commits when its
func f15(_ db: DB) throws { try db.inSavepoint { 1 } }
//                                 ^ 'inSavepoint' is unavailable: a savepoint is released when its
func f16(_ db: DB) throws { _ = db.lastInsertedRowID }
//                                 ^ 'lastInsertedRowID' has been renamed to 'lastInsertRowID'
func f17(_ db: DB) throws { _ = db.changesCount }
//                                 ^ 'changesCount' has been renamed to 'changes'
func f18(_ db: DB) throws { _ = db.isInsideTransaction }
//                                 ^ 'isInsideTransaction' is unavailable: write `!db.isAutocommit`
func f19(_ db: DB) throws { _ = try SQLiteRow.fetchAll(db, sql: "SELECT 1") }
//                                            ^ 'fetchAll(_:sql:arguments:)' is unavailable: write `
func f20(_ db: DB) throws { _ = try SQLiteRow.fetchOne(db, sql: "SELECT ?", arguments: [1]) }
//                                            ^ 'fetchOne(_:sql:arguments:)' is unavailable: write `
func f21(_ db: DB) throws { _ = try SQLiteRow.fetchCursor(db, sql: "SELECT 1") }
//                                            ^ 'fetchCursor(_:sql:arguments:)' is unavailable: writ
func f22(_ db: DB) throws { _ = try Album.fetchOne(db, key: 1) }
//                                        ^ 'fetchOne(_:key:)' is unavailable: write `Album.find(key
func f23(_ db: DB) throws { _ = try Album.find(db, key: 1) }
//                                        ^ 'find(_:key:)' is unavailable: write `Album.find(key).fe
func f24(_ db: DB) throws { _ = try Album.deleteOne(db, key: 1) }
//                                        ^ 'deleteOne(_:key:)' is unavailable: write `Album.find(ke
func f24a(_ db: DB) throws { _ = try Album.exists(db, key: 1) }
//                                         ^ 'exists(_:key:)' is unavailable: write `Album.find(key).exi
func f24b(_ db: DB) throws { _ = try Album.exists(db, id: 1) }
//                                         ^ 'exists(_:id:)' is unavailable: write `Album.find(id).exi
func f25(_ db: DB) throws { _ = Album.filter { $0.id == 1 } }
//                                    ^ 'filter' has been renamed to 'where(_:)'
func f26(_ db: DB) throws { _ = Album.all.filter { $0.id == 1 } }
//                                        ^ 'filter' has been renamed to 'where(_:)'
func f27(_ album: Album, _ db: DB) throws { try album.upsert(db) }
//                                                    ^ 'upsert' is unavailable: write `album.save(d
func f29(_ album: Album, _ db: DB) throws { try album.updateExisting(db) }
//                                                    ^ 'updateExisting' has been renamed to 'update
func f30() throws { _ = try DatabaseQueue(path: "a") }
//                          ^ 'DatabaseQueue' has been renamed to 'Database'
func f31() throws { _ = try DatabasePool(path: "a") }
//                          ^ 'DatabasePool' has been renamed to 'Database'
func f32() throws { _ = DatabaseMigrator() }
//                      ^ 'DatabaseMigrator' has been renamed to 'Migrator'
func f33() throws { var migrator = Migrator(); migrator.registerMigration("v1") { db in } }
//                                                      ^ 'registerMigration(_:migrate:)' is unavail
func f34() throws { _ = ValueObservation.tracking { db in 1 } }
//                      ^ 'ValueObservation' is unavailable: write `database.values { db in ... }`
func f35() throws { var it = Database.Configuration(); it.prepareDatabase { db in } }
//                                                        ^ 'prepareDatabase' is unavailable: write
func f36() throws { _ = try Connection("music.sqlite") }
//                          ^ 'init(_:)' has been renamed to 'init(path:)'
func f37() throws { _ = try Connection(.inMemory) }
//                          ^ 'init(_:)' has been renamed to 'init(location:)'
func f38(_ db: DB) throws { try db.run("DELETE FROM albums WHERE id = ?", 1) }
//                                 ^ 'run' has been renamed to 'execute(_:_:)'
func f39(_ db: DB) throws { _ = try db.scalar("SELECT count(*) FROM albums") }
//                                     ^ 'scalar' has been renamed to 'value(_:_:as:)'
func f40(_ db: DB) throws { _ = try db.pluck("SELECT 1") }
//                                     ^ 'pluck' has been renamed to 'row(_:_:)'
func f41(_ db: DB) throws { try db.createFunction("f") { args in 1 } }
//                                 ^ 'createFunction' is unavailable: write `add(function: "name") {
func f42(_ db: DB) throws { try db.executeBatch("SELECT 1; SELECT 2") }
//                                 ^ 'executeBatch' has been renamed to 'execute(script:)'
func f43(_ db: DB) throws { _ = try db.queryRow("SELECT 1") }
//                                     ^ 'queryRow' has been renamed to 'requiredRow(_:_:as:)'
func f44(_ db: DB) throws { try db.executeScript("SELECT 1; SELECT 2") }
//                                 ^ 'executeScript' has been renamed to 'execute(script:)'
func f45(_ db: DB) throws { try db.executeMany("INSERT INTO t VALUES (?)", [[1]]) }
//                                 ^ 'executeMany' is unavailable: write `prepare(sql).execute(rows)
func f46(_ db: DB) throws { _ = try db.fetchAll("SELECT 1") }
//                                     ^ 'fetchAll' has been renamed to 'rows(_:_:)'
func f47(_ db: DB) throws { _ = try db.fetchOne("SELECT 1") }
//                                     ^ 'fetchOne' has been renamed to 'row(_:_:)'
func f48(_ db: DB) throws { try $twice.install(db) }
//                                     ^ 'install' is unavailable: write `db.add(function: $name)`
func f49(_ db: DB) throws { try Album.delete().execute(db) }
//                                             ^ 'execute' is unavailable: add `where`, or for all r
func f50(_ db: DB) throws { try Album.update { $0.title = "" }.execute(db) }
//                                                             ^ 'execute' is unavailable: add `wher
func f51() { _ = Album.delete().returning(\.id) }
//                              ^ 'returning' is unavailable: add `where`, or for all rows write `Al
func f52() { _ = Album.update { $0.title = "" }.returning(\.id) }
//                                              ^ 'returning' is unavailable: add `where`, or for al
func f53(_ db: DB) throws { try Album.where { $0.id == 1 }.insert { Album.Draft() }.execute(db) }
//                                                                                  ^ 'execute' is unavail
func f54(_ it: Database) throws { try it.inDatabase { db in } }
//                                       ^ 'inDatabase' is unavailable: write
func f55(_ it: Database) throws { it.asyncRead { db in } }
//                                   ^ 'asyncRead' is unavailable: write
func f56(_ it: Database) throws { it.asyncWrite { db in } }
//                                   ^ 'asyncWrite' is unavailable: write
func f57(_ it: Database) throws { it.spawnConcurrentRead { db in } }
//                                   ^ 'spawnConcurrentRead' is unavailable: write
func f58(_ it: Database) throws { _ = try it.makeSnapshot() }
//                                           ^ 'makeSnapshot()' has been renamed to 'snapshot()'
func f59(_ it: Database) throws { _ = try it.makeSnapshotPool() }
//                                           ^ 'makeSnapshotPool()' is unavailable: write
func f60(_ it: any DatabaseWriter) {}
//                 ^ 'DatabaseWriter' has been renamed to 'DatabaseProtocol'
func f61(_ it: any DatabaseReader) {}
//                 ^ 'DatabaseReader' has been renamed to 'DatabaseProtocol'
func f62(_ it: AnyDatabaseCancellable) {}
//             ^ 'AnyDatabaseCancellable' is unavailable: cancel the
func f63(_ it: DatabaseRegionObservation) {}
//             ^ 'DatabaseRegionObservation' is unavailable: write
func f64(_ db: DB) throws { _ = try db.makeStatement(sql: "SELECT 1") }
//                                     ^ 'makeStatement(sql:)' has been renamed to 'prepare(sql:)'
func f65(_ db: DB) throws { _ = try db.cachedStatement(sql: "SELECT 1") }
//                                     ^ 'cachedStatement(sql:)' is unavailable: statements
func f66(_ db: DB) throws { _ = try db.allStatements(sql: "SELECT 1") }
//                                     ^ 'allStatements(sql:)' is unavailable: write
func f67(_ db: DB) { _ = db.lastErrorMessage }
//                          ^ 'lastErrorMessage' is unavailable: an error
func f68(_ db: DB) { _ = db.totalChangesCount }
//                          ^ 'totalChangesCount' has been renamed to 'totalChanges'
func f69(_ db: DB) throws { try db.usePassphrase("x") }
//                                 ^ 'usePassphrase' is unavailable: set
func f70() { _ = Album.Draft.insert { Album.Draft() } }
//                           ^ 'insert' is unavailable: write `Album.insert { draft }`
func f71() { _ = Album.all.join(Album.Draft.all) { $0.id == $1.id } }
//                         ^ instance method 'join(_:on:)' requires that 'Album.Draft' conform to 'Selection'
func f73() { _ = SQLQueryExpression("a", as: Int.self) }
//               ^ 'SQLQueryExpression' is unavailable: write `#sql("...", as: Int.self)`
func f74(_ modifier: DateTimeModifier) {}
//                   ^ 'DateTimeModifier' has been renamed to 'DateModifier'
func f75(_ db: DB) throws { _ = try Album.all.find(db, key: 1) }
//                                            ^ 'find(_:key:)' is unavailable: write `query.find(key)
func f76() throws { _ = try defaultDatabase() }
//                          ^ 'defaultDatabase(path:configuration:)' is unavailable
func f77(_ it: inout Migrator) { it.eraseDatabaseOnSchemaChange = true }
//                                  ^ 'eraseDatabaseOnSchemaChange' has been renamed to 'eras
func f78(_ it: inout Database.Configuration) { it.foreignKeysEnabled = true }
//                                                ^ 'foreignKeysEnabled' has been renamed to 'foreignKeys
func f79(_ it: inout Database.Configuration) { it.readonly = true }
//                                                ^ 'readonly' is unavailable: write `configurati
func f80(_ it: inout Database.Configuration) { it.maximumReaderCount = 3 }
//                                                ^ 'maximumReaderCount' has been renamed to 'readerLi
func f81(_ error: any Error) -> Bool { error is NotFound }
//                                              ^ 'NotFound' is unavailable: catch an `SQLiteError`
struct Point: QueryRepresentable {}
//            ^ 'QueryRepresentable' has been renamed to 'ColumnRepres
func f82(_ value: QueryBinding) {}
//                ^ 'QueryBinding' has been renamed to 'SQLiteValue'
func f83(_ decoder: inout some QueryDecoder) {}
//                             ^ 'QueryDecoder' is unavailable: an `SQLiteRepr
func g75() throws { _ = try Connection() }
//                          ^ 'init()' is unavailable: write `Connection(location: .inMemory)`
func g76() throws { _ = try Connection(.uri("music.sqlite")) }
//                          ^ 'init(_:)' has been renamed to 'init(location:)'
//                                      ^ 'uri' is unavailable: write `Connection(uri:
func g77() throws { _ = try Connection("a", readonly: true) }
//                          ^ 'init(_:readonly:)' is unavailable: write
func g78(_ db: DB) { db.busyHandler { $0 < 3 } }
//                      ^ 'busyHandler' has been renamed to 'setBusyHandler(_:)'
func g79(_ db: DB) { db.trace { print($0) } }
//                      ^ 'trace' has been renamed to 'onTrace(_:)'
func g80(_ db: DB) { db.updateHook { (kind: Int, db, table, row) in print(table) } }
//                      ^ 'updateHook' has been renamed to 'onUpdate(_:)'
func g81(_ db: DB) { db.commitHook {} }
//                      ^ 'commitHook' has been renamed to 'onCommit(_:)'
func g82(_ db: DB) { db.rollbackHook {} }
//                      ^ 'rollbackHook' has been renamed to 'onRollback(_:)'
func g83(_ db: DB) throws { try db.createCollation("c") { $0 < $1 } }
//                                 ^ 'createCollation' is unavailable: write `add(collation:
func g84(_ db: DB) { db.createAggregation("f", initialValue: 1, reduce: { a, _ in a }) { $0 } }
//                      ^ 'createAggregation(_:argumentCount:deterministic:initialValue:reduce:result:)' is un
func g87(_ db: DB) { _ = db.lastInsertRowid }
//                          ^ 'lastInsertRowid' has been renamed to 'lastInsertRowID'
func g88(_ db: DB) { _ = db.readonly }
//                          ^ 'readonly' has been renamed to 'isReadonly'
func g89(_ db: DB) { db.progressHandler(10) { true } }
//                      ^ 'progressHandler' has been renamed to
func g90(_ db: Connection) throws { _ = try db.prepare(sql: "SELECT ?").run(1) }
//                                                                      ^ 'run' has been renamed to 'execute(_:)'
func g91(_ db: Connection) throws { _ = try db.prepare(sql: "SELECT ?").scalar(1) }
//                                                                      ^ 'scalar' has been renamed to 'value(_:as:)'
func h1(_ it: Database) throws { try it.inTransaction { db in .commit } }
//                                      ^ 'inTransaction' is unavailable: a write
func h2(_ it: Database) throws { try it.writeInTransaction { db in .commit } }
//                                      ^ 'writeInTransaction' is unavailable: a write
func h3(_ it: Database) { it.asyncWriteWithoutTransaction { db in } }
//                           ^ 'asyncWriteWithoutTransaction' is unavail
func h4(_ it: Database) { it.concurrentRead { db in } }
//                           ^ 'concurrentRead' is unavailable: write
func h5(_ it: Database) { _ = it.configuration }
//                               ^ 'configuration' is unavailable: keep the value
func h6(_ it: Database) { it.releaseMemoryEventually() }
//                           ^ 'releaseMemoryEventually()' has been renamed
func h7(_ it: Database) throws { try it.invalidateReadOnlyConnections() }
//                                      ^ 'invalidateReadOnlyConnections()' is un
func h8() throws { _ = try Database() }
//                         ^ 'init()' is unavailable: write `Database.inMemory
func h9(_ db: DB) throws { try db.inSavepoint { .commit } }
//                                ^ 'inSavepoint' is unavailable: a savepoint
func h10(_ db: DB) throws { try db.inTransaction(.immediate) { .rollback } }
//                                 ^ 'inTransaction' is unavailable: a transac
func h11(_ db: DB) throws { try db.commit() }
//                                 ^ 'commit()' has been renamed to 'commitTransaction
func h12(_ db: DB) throws { try db.rollback() }
//                                 ^ 'rollback()' has been renamed to 'rollbackTransac
func h13(_ db: DB) throws { try db.notifyChanges(in: "albums") }
//                                 ^ 'notifyChanges(in:)' is unavailable: write
func j26(_ db: DB) throws { try db.notifyChanges(in: Album.all) }
//                                 ^ 'notifyChanges(in:)' is unavailable: write `database.notifyChanges(in: ["tab
func j27(_ event: DatabaseEvent) {}
//                ^ 'DatabaseEvent' is unavailable: implement `transactionDidCommit(_:on:)`, which
func j28(_ kind: DatabaseEventKind) {}
//               ^ 'DatabaseEventKind' is unavailable: implement `observes(table:schema:)`
func h14(_ it: inout Database.Configuration) { it.busyMode = .timeout(3) }
//                                                ^ 'busyMode' is unavailable: write
func h15(_ it: inout Database.Configuration) { it.defaultTransactionKind = .deferred }
//                                                ^ 'defaultTransactionKind' is
func h16(_ it: inout Database.Configuration) { it.allowsUnsafeTransactions = true }
//                                                ^ 'allowsUnsafeTransactions' i
func h17() throws { _ = ValueObservation.trackingConstantRegion { db in 1 } }
//                      ^ 'ValueObservation' is unavailable: write
func h18() { _ = DatabaseRegionObservation(tracking: .fullDatabase) }
//               ^ 'DatabaseRegionObservation' is unavailable: write
func h19(_ it: Migrator, _ db: DB) throws { _ = try it.hasCompletedMigrations(db) }
//                                                     ^ 'hasCompletedMigrations' is un
func h20(_ it: Migrator, _ db: DB) throws { _ = try it.appliedMigrations(db) }
//                                                     ^ 'appliedMigrations' is unavailab
func h21(_ it: Migrator, _ db: DB) throws { _ = try it.appliedIdentifiers(db) }
//                                                     ^ 'appliedIdentifiers' is unavai
func h22(_ error: any Error) -> Bool { error is DatabaseError }
//                                              ^ 'DatabaseError' has been renamed to 'SQLiteError'
func h23(_ error: SQLiteError) { _ = error.extendedResultCode }
//                                         ^ 'extendedResultCode' has been renamed to 'resultCode'
func h24(_ error: SQLiteError) { _ = error.resultCode.primaryResultCode }
//                                                    ^ 'primaryResultCode' has been renamed to 'pri
func h25(_ error: any Error) -> Bool { error is RecordError }
//                                              ^ 'RecordError' is unavailable: catch an `SQLiteErro
func h22() throws { _ = Album.insert(Album.Draft(title: "A")) }
//                            ^ 'insert(or:_:)' is unavailable: write `insert { draft }`
func h23() throws { _ = Album.upsert(Album.Draft(title: "A")) }
//                            ^ 'upsert' is unavailable: write `upsert { draft }`
func h24() throws { _ = Album.insert({ Album(id: 1) }, onConflict: { $0.title += "x" }) }
//                            ^ 'insert(or:_:onConflict:)' is unavailable: write `insert { }.o
func h25(_ it: TemporaryTrigger<Album>) {}
//             ^ 'TemporaryTrigger' has been renamed to 'SchemaObject'
func h26(_ it: FetchAll<Album>) async throws { try await it.load(Album.all, database: nil) }
//                                                          ^ 'load(_:database:)' is unavailable:
func h26(_ db: DB) throws { try db.execute("DELETE FROM t WHERE \(sql: "name = 'a'")") }
//                                                               ^ 'appendInterpolation(sql:)' is unavailable: write \(raw: text)
func h27(_ db: DB, _ sql: SQL) throws { try db.execute("DELETE FROM t WHERE \(sql: sql)") }
//                                                                           ^ 'appendInterpolation(sql:)' is unavailable: write \(raw: text)
func h28(_ db: DB, _ text: String) throws { _ = try db.requiredRow(text) }
//                                                     ^ 'requiredRow' is unavailable: SQL text that is
