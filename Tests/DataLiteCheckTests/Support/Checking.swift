import DataLiteCore
import Testing

@testable import DataLiteCheck

/// The schema that the sources of the tests use.
let musicSchema = """
    CREATE TABLE artists(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
    CREATE TABLE albums(id INTEGER PRIMARY KEY, title TEXT, artistID INT REFERENCES artists);
    CREATE VIEW titles AS SELECT title FROM albums;
    """

/// The report on a source.
func report(
    _ source: String, schema: String = musicSchema, names: DeclaredNames = DeclaredNames()
) throws -> CheckReport {
    let file = SourceFile(path: "a.swift", text: source)
    var names = names
    names.add(declarationsIn: file.tree)
    let database = try SchemaDatabase(
        .script(SchemaScript(path: "schema.sql", text: schema)), names: names)
    return SourceCheck(files: [file], names: names, databases: [database]).run()
}

/// The errors in a source, as printed.
func errors(
    _ source: String, schema: String = musicSchema, names: DeclaredNames = DeclaredNames()
) throws -> [String] {
    try report(source, schema: schema, names: names).lines(verbose: false)
}

/// The notes about skipped SQL in a source, as printed.
func skipped(_ source: String) throws -> [String] {
    let report = try report(source)
    #expect(report.errorCount == 0)
    return report.lines(verbose: true)
}
