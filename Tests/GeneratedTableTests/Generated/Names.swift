// Written by "datalite generate" from "names.db".
// swift-format-ignore-file

import DataLite
import Foundation

@Table("keywords")
struct Keyword {
    var `actor`: String = ""
    var `any`: String = ""
    var `as`: String = ""
    var `associatedtype`: String = ""
    var `async`: String = ""
    var `await`: String = ""
    var `break`: String = ""
    var `case`: String = ""
    var `catch`: String = ""
    var `class`: String = ""
    var consume: String = ""
    var consuming: String = ""
    var `continue`: String = ""
    var convenience: String = ""
    var copy: String = ""
    var `default`: String = ""
    var `defer`: String = ""
    var `deinit`: String = ""
    var didSet: String = ""
    var discard: String = ""
    var distributed: String = ""
    var `do`: String = ""
    var dynamic: String = ""
    var each: String = ""
    var `else`: String = ""
    var `enum`: String = ""
    var `extension`: String = ""
    var `fallthrough`: String = ""
    var `false`: String = ""
    var `fileprivate`: String = ""
    var final: String = ""
    var `for`: String = ""
    var `func`: String = ""
    var get: String = ""
    var `guard`: String = ""
    var `if`: String = ""
    var `import`: String = ""
    var `in`: String = ""
    var indirect: String = ""
    var `infix`: String = ""
    @Column("init") var initValue: String = ""
    var `inout`: String = ""
    var `internal`: String = ""
    var `is`: String = ""
    var isolated: String = ""
    var lazy: String = ""
    var left: String = ""
    var `let`: String = ""
    var `macro`: String = ""
    var mutating: String = ""
    var `nil`: String = ""
    var none: String = ""
    var nonisolated: String = ""
    var nonmutating: String = ""
    var of: String = ""
    var open: String = ""
    var `operator`: String = ""
    var optional: String = ""
    var override: String = ""
    var `package`: String = ""
    var `postfix`: String = ""
    var `precedencegroup`: String = ""
    var `prefix`: String = ""
    var `private`: String = ""
    var `protocol`: String = ""
    var `public`: String = ""
    var `repeat`: String = ""
    var required: String = ""
    var `rethrows`: String = ""
    var `return`: String = ""
    var right: String = ""
    @Column("self") var selfValue: String = ""
    var sending: String = ""
    var set: String = ""
    var `some`: String = ""
    var `static`: String = ""
    var `struct`: String = ""
    var `subscript`: String = ""
    var `super`: String = ""
    var `switch`: String = ""
    var then: String = ""
    var `throw`: String = ""
    var `throws`: String = ""
    var `true`: String = ""
    var `try`: String = ""
    @Column("Type") var type: String = ""
    var `typealias`: String = ""
    var unowned: String = ""
    var `var`: String = ""
    var weak: String = ""
    var `where`: String = ""
    var `while`: String = ""
    var willSet: String = ""
    var `yield`: String = ""
}

// Not expressed: column "", whose name is empty, not valid UTF-8 or not unique.
@Table("texts")
struct Text {
    @Column("a\nb") var aB: String? = "a\nb"
    @Column("a\r\nb") var aB2: String? = "a\r\nb"
    @Column("*/ let x = 1 /*") var letX1: String? = "*/ let x = 1 /*"
    @Column("// c") var c: String? = "// c"
    @Column("\\(evil)") var evil: String? = "\\(evil)"
    @Column("\"quoted\"") var quoted: String? = "\"quoted\""
    @Column("\"\"\"") var column7: String? = "\"\"\""
    @Column("'q'") var q: String? = "'q'"
    @Column("`tick`") var tick: String? = "`tick`"
    @Column("\u{1b}[31mred") var _31mred: String? = "\u{1b}[31mred"
    @Column("\u{202e}reverse") var reverse: String? = "\u{202e}reverse"
    @Column("\u{2028}line") var line: String? = "\u{2028}line"
    @Column("\u{feff}bom") var bom: String? = "\u{feff}bom"
    @Column("\u{301}accent") var accent: String? = "\u{301}accent"
    @Column("🎉") var column15: String? = "🎉"
    @Column("👩\u{200d}💻") var column16: String? = "👩\u{200d}💻"
    @Column(" ") var column17: String? = " "
    @Column("_") var column18: String? = "_"
    @Column("\\") var column19: String? = "\\"
    @Column("#\"raw\"#") var raw: String? = "#\"raw\"#"
    @Column("$0") var _0: String? = "$0"
    @Column("@objc") var objc: String? = "@objc"
    @Column("#if DEBUG") var ifDEBUG: String? = "#if DEBUG"
    @Column("{") var column24: String? = "{"
    @Column("}") var column25: String? = "}"
    var é: String? = "é"
    var éx: String? = "éx"
    @Column("2nd") var _2nd: String? = "2nd"
    @Column("日本 語") var 日本語: String? = "日本 語"
    @Column("\u{7f}") var column30: String? = "\u{7f}"
}

@Table("evil\n*/ table\"`\u{1b}")
struct EvilTable: Identifiable {
    let id: Int
    // Declared ty\npe", which can hold any value.
    var x: SQLiteValue?
    var y: String?

    nonisolated static var constraints: [TableConstraint<EvilTable>] {
        [.check(sql: "y <> '*/\n'")]
    }
}

@Table("class")
struct Class: Identifiable {
    let id: Int
    @Column("Class", references: Class.self) var `class`: Int?
}

@Table("v\n// x")
@Selection
struct VX {
    @Column("a\nb") let aB: SQLiteValue?
    @Column("a b") let aB2: SQLiteValue?
}

// Not expressed: trigger "t\nlet y = 1".
@Table("types")
struct TypeRow: Identifiable {
    let id: Int
}
