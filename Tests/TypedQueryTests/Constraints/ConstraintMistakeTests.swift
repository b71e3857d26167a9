import DataLiteMacros
import Foundation
import Testing

@Table private struct Querying {
    var deck: Int
    static var constraints: [TableConstraint<Querying>] {
        [.check { $0.deck.in(Cabin.all.select(\.key.deck)) }]
    }
}

@Table private struct Mixing {
    var deck: Int
    static var constraints: [TableConstraint<Mixing>] { [.check { $0.deck == Cabin.columns.beds }] }
}

@Table private struct Counting {
    var deck: Int
    static var constraints: [TableConstraint<Counting>] {
        [.foreignKey(\.deck, references: Cabin.self)]
    }
}

@Table private struct Mistyped {
    var deck: String
    var door: Data
    static var constraints: [TableConstraint<Mistyped>] {
        [.foreignKey(\.deck, \.door, references: Cabin.self)]
    }
}

@Table private struct Computing {
    var deck: Int
    static var constraints: [TableConstraint<Computing>] { [.unique(\.deck, \.doubled)] }
}

extension Computing.Columns {
    fileprivate var doubled: SQLExpression<Int> { deck * 2 }
}

@Table private struct Keyless {
    var deck: Int
    static var constraints: [TableConstraint<Keyless>] { [.withoutRowID] }
}

@Table private struct SearchedText: FTS5 {
    let rowid: Int
    var text = ""
    static var constraints: [TableConstraint<SearchedText>] { [.unique(\.text)] }
}

@Table @Selection private struct CabinView {
    let deck: Int
    static var constraints: [TableConstraint<CabinView>] { [.check { $0.deck > 0 }] }
}

@Table private struct Unmeasured {
    var depth: Double
    static var constraints: [TableConstraint<Unmeasured>] { [.check { $0.depth > .nan }] }
}

@Suite("A table whose constraints are mistakes")
struct ConstraintMistakeTests {
    private func message(_ statement: SchemaStatement) -> String? {
        #expect(throws: SQLiteError.self) { try statement.sql() }?.message
    }

    @Test("A condition contains neither a query nor a column of another table")
    func conditions() {
        #expect(
            message(Querying.createTable()) == "a CHECK of \"queryings\" cannot contain a query")
        #expect(
            message(Mixing.createTable())
                == "a constraint of \"mixings\" cannot contain \"beds\", a column of \"cabins\"")
        #expect(message(Unmeasured.createTable())?.hasPrefix("NaN cannot be compared") == true)
    }

    @Test("A foreign key has as many columns as it refers to, of the same types")
    func foreignKeys() {
        #expect(
            message(Counting.createTable())
                == "a foreign key of \"countings\" has 1 columns, but it refers to 2 of \"cabins\"")
        #expect(
            message(Mistyped.createTable())
                == "column \"deck\" of \"mistypeds\" is TEXT, but it refers to \"deck\" of "
                + "\"cabins\", which is INTEGER")
    }

    @Test("A unique constraint contains only columns of its table")
    func unique() {
        #expect(
            message(Computing.createTable())
                == "a constraint of \"computings\" needs columns of \"computings\", not another "
                + "expression")
    }

    @Test("A table without a rowid needs a key, and views and full-text tables have no constraints")
    func options() throws {
        #expect(
            message(Keyless.createTable())
                == "\"keylesses\" needs a primary key, because it is WITHOUT ROWID")
        #expect(
            message(SearchedText.createTable(tokenize: .porter()))
                == "the full-text table \"searchedTexts\" cannot have constraints")
        #expect(
            message(SearchedText.createTable())
                == "the full-text table \"searchedTexts\" cannot have constraints")
        let view = CabinView.createView(
            as: Cabin.all.select { CabinView.Columns(deck: $0.key.deck) })
        let error = #expect(throws: SQLiteError.self) { try view.sql() }
        #expect(error?.message == "the view \"cabinViews\" cannot have constraints")
    }
}
