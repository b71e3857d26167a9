import DataLiteMacros
import Foundation
import Testing

@Table struct Ferry: Equatable, Identifiable {
    let id: Int
    var name = ""
    var alias: String?
    var line = 0
    var seats: Int?
    @Column(as: Date.UnixTimeRepresentation.self) var builtAt: Date
    @Column(as: Date.UnixTimeRepresentation?.self) var soldAt: Date?
}

@Suite("A CASE chain")
struct CaseChainTests {
    private let db: Connection
    private let date = Date(timeIntervalSince1970: 1000)

    init() throws {
        db = try Connection(location: .inMemory)
        try Ferry.createTable().execute(db)
        try Ferry.insert {
            Ferry(id: 1, name: "A", alias: "a", line: 1, seats: 5, builtAt: date)
            Ferry(
                id: 2, name: "B", alias: nil, line: 2, seats: nil, builtAt: date, soldAt: date + 1)
            Ferry(id: 3, name: "C", alias: "c", line: 1, seats: 7, builtAt: date)
        }.execute(db)
    }

    private func all<Value>(
        _ selection: (Ferry.Columns) -> SQLExpression<Value>
    ) throws -> [Value._Plain] {
        try Ferry.order(by: \.id).select { selection($0) }.fetchAll(db)
    }

    @Test("The result is optional if one of the results is")
    func mixtures() throws {
        let first: [String?] = try all {
            Case().when($0.line == 1, then: $0.name).when($0.line == 2, then: $0.alias).else("x")
        }
        #expect(first == ["A", nil, "C"])
        let second: [String?] = try all {
            Case().when($0.line == 2, then: $0.alias).when($0.id == 1, then: $0.name).else($0.name)
        }
        #expect(second == ["A", nil, "C"])
        let third: [String?] = try all { Case($0.line).when(1, then: $0.name).else($0.alias) }
        #expect(third == ["A", nil, "C"])
        let fourth: [Int?] = try all {
            Case($0.line).when(1, then: $0.seats).when($0.id, then: $0.line).else($0.id)
        }
        #expect(fourth == [5, 2, 7])
        let fifth: [Int?] = try all {
            Case($0.line).when($0.id, then: $0.line).when(1, then: $0.seats).end()
        }
        #expect(fifth == [1, 2, 7])
        let dates: [Date?] = try all {
            Case().when($0.line == 2, then: $0.soldAt).else($0.builtAt)
        }
        #expect(dates == [date, date + 1, date])
        let groups = try all { Case($0.line).when(1, then: $0.name).end() }
        #expect(groups == ["A", nil, "C"])
    }

    @Test("The result of iif is optional if one of its results is")
    func conditions() throws {
        let first: [String?] = try all { iif($0.line == 2, $0.alias, $0.name) }
        #expect(first == ["A", nil, "C"])
        let second: [String?] = try all { iif($0.line == 2, $0.name, $0.alias) }
        #expect(second == ["a", "B", "c"])
    }
}
