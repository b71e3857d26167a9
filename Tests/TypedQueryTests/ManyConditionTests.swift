import DataLiteMacros
import Testing

@Table private struct Grain: Identifiable {
    let id: Int
    var weight = 0
    var isWhole: Bool?
}

@Suite("Many conditions in one query")
struct ManyConditionTests {
    private let db: Connection
    private let all = Array(1...10)

    init() throws {
        db = try Connection(location: .inMemory)
        try Grain.createTable().execute(db)
        try Grain.insert { all.map { Grain(id: $0, weight: $0 * 2) } }.execute(db)
    }

    @Test("Calls of `where` in a loop do not exceed the depth of an expression")
    func calls() throws {
        var query = Grain.where { $0.id > 3 }
        for number in 0..<2000 {
            query = query.where { $0.weight != number % 5 + 100 && $0.id < 20 }
        }
        query = query.where { $0.id != 5 }
        #expect(try query.select(\.id).fetchAll(db) == [4, 6, 7, 8, 9, 10])
        #expect(try query.delete().execute(db) == 6)
    }

    @Test("`none` among many conditions leaves no SQL")
    func none() throws {
        var query = Grain.where { $0.id > 3 }
        for number in 0..<200 {
            if number == 40 { query = query.none }
            query = query.where { $0.weight != number }
        }
        #expect(try query.sql().text == "")
    }

    @Test("A `for` loop in the closure has many conditions")
    func loop() throws {
        let query = Grain.where { grain in
            for number in 0..<2000 { grain.weight != number + 8 }
        }
        #expect(try query.select(\.id).fetchAll(db) == [1, 2, 3])
    }

    @Test("`&&` and `||` in a loop make a balanced condition", arguments: [false, true])
    func operators(isNegated: Bool) throws {
        let columns = Grain.columns
        var some = columns.id == -1
        var each = columns.id > 0
        for number in 0..<1500 {
            some = some || columns.weight == number * 4
            each = each && columns.weight != number * 4 + 2
        }
        let query = Grain.where { _ in isNegated ? !(some && each) : some && each }
        #expect(
            try query.select(\.id).fetchAll(db)
                == (isNegated ? [1, 3, 5, 7, 9] : [2, 4, 6, 8, 10]))
    }

    @Test("An array of conditions is joined")
    func joined() throws {
        let conditions = (0..<1500).map { Grain.weight == $0 + 14 }
        #expect(
            try Grain.where { _ in conditions.joined(operator: .or) }.select(\.id).fetchAll(db)
                == [7, 8, 9, 10])
        let negated = conditions.map { !$0 }
        #expect(
            try Grain.where { $0.id > 2 && negated.joined(operator: .and) }
                .select(\.id).fetchAll(db) == [3, 4, 5, 6])
    }

    @Test("Conditions of several types are joined")
    func severalTypes() throws {
        let conditions: [any SQLCondition] = [Grain.weight > 4, Grain.isWhole, true]
        #expect(
            try Grain.where { _ in conditions.joined(operator: .or) }.sql().text.hasSuffix(
                "WHERE \"grains\".\"weight\" > ? OR \"grains\".\"isWhole\" OR ?"))
        let none: [SQLExpression<Bool>] = []
        #expect(try Grain.where { _ in none.joined(operator: .and) }.count().fetchOne(db) == 10)
        #expect(try Grain.where { _ in none.joined(operator: .or) }.count().fetchOne(db) == 0)
    }

    @Test("Up to 64 conditions are written without parentheses")
    func text() throws {
        let conditions = (0..<65).map { Grain.id != $0 }
        let text = conditions.dropLast().reduce(Grain.all) { query, condition in
            query.where { _ in condition }
        }
        #expect(try !text.sql().text.contains("("))
    }
}
