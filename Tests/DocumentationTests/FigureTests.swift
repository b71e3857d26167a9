import Testing

@Suite("The figures of the README")
struct FigureTests {
    @Test("The README shows figures of the run in Performance.md")
    func figures() throws {
        let tables = Document(path: "README.md").tables
        let table = try #require(tables.first { $0[0] == ["", "C", "DataLite", "GRDB"] })
        let run = Document(path: "Docs/Performance.md").tables.flatMap { $0 }.map { $0.prefix(4) }
        #expect(table.count > 5)
        for row in table.dropFirst() {
            #expect(run.contains { Array($0) == row }, "\(row)")
        }
    }
}
