import DataLiteMacros
import Testing

@Suite("An update of a group")
struct GroupAssignmentTests {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Crate.createTable().execute(db)
        try Crate.insert {
            Crate(id: 1, size: CrateSize(width: 1, height: 2), content: .text("x"))
            Crate(id: 2, size: CrateSize(width: 3, height: 4), content: .number(7))
        }.execute(db)
    }

    private func contents() throws -> [CrateContent] {
        try Crate.order(by: \.id).select(\.content).fetchAll(db)
    }

    @Test("Assigning a NULL expression to a case keeps the row's current case")
    func otherCases() throws {
        try Crate.all.update { $0.content.text = $0.content.text.upper() }.execute(db)
        #expect(try contents() == [.text("X"), .number(7)])
        try Crate.all.update { $0.content.number = $0.content.number + 1 }.execute(db)
        #expect(try contents() == [.text("X"), .number(8)])
    }

    @Test("Assigning a value to a case sets the row's case")
    func otherCase() throws {
        try Crate.all.update { $0.content.text = $0.id.cast(as: String.self).optional() }.execute(
            db)
        #expect(try contents() == [.text("1"), .text("2")])
        let seven: Int? = 7
        try Crate.find(1).update { $0.content.number = SQLExpression(seven) }.execute(db)
        #expect(try contents() == [.number(7), .text("2")])
        let nothing: String? = nil
        try Crate.find(1).update { $0.content.text = SQLExpression(nothing) }.execute(db)
        #expect(try contents() == [.number(7), .text("2")])
    }

    @Test("Assigning or reading a column of a group set to a subquery throws")
    func subqueryThenColumn() throws {
        #expect {
            try Crate.find(1).update {
                $0.size = Crate.find(2).select(\.size)
                $0.size.width = 9
            }.execute(db)
        } throws: { "\($0)".contains("was assigned a subquery for several columns") }
        #expect {
            try Crate.find(1).update {
                $0.size = Crate.find(2).select(\.size)
                $0.id = $0.size.width
            }.execute(db)
        } throws: { "\($0)".contains("was assigned a subquery for several columns") }
        try Crate.find(1).update {
            $0.size.width = 9
            $0.size = Crate.find(2).select(\.size)
        }.execute(db)
        #expect(try Crate.find(1).fetchOne(db)?.size == CrateSize(width: 3, height: 4))
    }

    @Test("Assigning a computed column throws")
    func computed() throws {
        #expect {
            try Crate.find(1).update { $0.twice = 3 }.execute(db)
        } throws: { "\($0)".contains("a computed property of the columns cannot be assigned") }
    }

    @Test("A nested optional group in a generic type has its columns")
    func nestedOptionals() throws {
        try Padded<CrateSize?>.createTable().execute(db)
        #expect(
            Padded<CrateSize?>.columnDefinitions.list.map(\.name) == [
                "id", "q_width", "q_height", "name",
            ])
        let row = Padded<CrateSize?>(id: 1, content: CrateSize(width: 1, height: 2), name: "z")
        try Padded<CrateSize?>.insert { row }.execute(db)
        #expect(try Padded<CrateSize?>.all.fetchAll(db) == [row])
    }
}

@Table private struct Crate: Hashable {
    let id: Int
    var size: CrateSize
    var content: CrateContent
}

extension Crate.Columns {
    fileprivate var twice: SQLExpression<Int> { id * 2 }
}

@Selection private struct CrateSize: Hashable {
    var width: Int
    var height: Int
}

@Selection private enum CrateContent: Hashable {
    case text(String)
    case number(Int)
}

@Table("padded") private struct Padded<Content: RowRepresentable & Hashable & Sendable>: Hashable {
    let id: Int
    @Column(prefix: "q_") var content: Content?
    var name: String
}
