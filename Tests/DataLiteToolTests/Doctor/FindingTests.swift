import Testing

@testable import DataLiteTool

@Suite("A finding")
struct FindingTests {
    @Test("A command is what a shell reads as the path and the SQL")
    func commands() throws {
        let words = ["a.db", "it's a.db", "$(x)", "-a", "", "é", "a\nb"]
        for word in words {
            let result = try ShellCommand.run("printf %s \(Finding.shellWord(word))", [])
            #expect(result.output == (word == "-a" ? "./-a" : word))
        }
        #expect(Finding.shellWord("a/b-1_2.db") == "a/b-1_2.db")
    }

    @Test("Long lists of details are shortened")
    func details() {
        let details = (1...12).map { "\($0)" }
        #expect(Finding.shown(Array(details.prefix(10))).count == 10)
        #expect(Finding.shown(details).last == "and 2 more")
        let (full, long) = (String(repeating: "é", count: 300), String(repeating: "é", count: 301))
        #expect(Finding.shown([full, long]) == [full, full + "..."])
    }

    @Test("The module of a virtual table is found in its statement")
    func modules() {
        #expect(VirtualTableModule.name(in: "CREATE VIRTUAL TABLE a USING fts5(x)") == "fts5")
        #expect(
            VirtualTableModule.name(in: #"create virtual table "using" using [My Mod]"#) == "my mod"
        )
        #expect(VirtualTableModule.name(in: "CREATE TABLE a(x)") == nil)
        #expect(VirtualTableModule.name(in: "CREATE VIRTUAL TABLE a USING") == nil)
    }
}
