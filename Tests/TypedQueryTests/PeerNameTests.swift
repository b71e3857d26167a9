import DataLiteMacros
import DataLiteTesting
import Testing

extension QueryExpression where QueryValue == String {
    fileprivate func firstLetter() -> QueryExpression<String> {
        substr(1, 1).upper()
    }
}

extension QueryExpression where QueryValue == Int? {
    fileprivate var orZero: QueryExpression<Int> { self ?? 0 }
}

extension Pallet.TableColumns {
    fileprivate var isLight: QueryExpression<Bool> { weight.is(nil) }
}

extension Pallet.Columns {
    fileprivate var initial: QueryExpression<String> { label.firstLetter() }
}

private func isHeavy(_ pallet: Pallet.TableColumns) -> QueryExpression<Bool?> { pallet.weight > 1 }

@Suite("Extensions with the names of StructuredQueries")
struct PeerNameTests {
    @Test("Extensions of QueryExpression and TableColumns are used in queries")
    func extensions() throws {
        let db = try Connection(location: .inMemory)
        try Pallet.makeTables(db)
        try Pallet.insert {
            Pallet(id: 1, weight: 2, label: "ab", mixed: .null)
            Pallet(id: 2, number: 5, label: "cd", mixed: .null)
        }.execute(db)
        #expect(try Pallet.where { $0.isLight }.select(\.id).fetchAll(db) == [2])
        #expect(try Pallet.where { isHeavy($0) }.select(\.id).fetchAll(db) == [1])
        #expect(try Pallet.select { $0.initial }.fetchAll(db) == ["A", "C"])
        #expect(try Pallet.where { $0.label.firstLetter() == "A" }.fetchCount(db) == 1)
        #expect(try Pallet.order { $0.initial.desc() }.select(\.id).fetchAll(db) == [2, 1])
        #expect(try Pallet.select { $0.number.orZero }.fetchAll(db) == [0, 5])
    }
}
