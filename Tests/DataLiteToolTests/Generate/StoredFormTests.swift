import Testing

@testable import DataLiteTool

@Suite("The forms of dates and UUIDs in generated tables")
struct StoredFormTests {
    @Test(
        "A form that all dates share is an argument of the table",
        arguments: [
            ("'2025-01-02 09:00:00.250'", "dates: .millisecondText"),
            ("1735808400", "dates: .unixSeconds"), ("-5", "dates: .unixSeconds"),
            ("1735808400250", "dates: .unixMilliseconds"),
            ("1735808400.25", "dates: .fractionalUnixSeconds"),
            ("2460677.875", "dates: .julianDay"), ("2460678", "dates: .julianDay"),
        ])
    func dates(value: String, argument: String) throws {
        let source = try generated(
            """
            CREATE TABLE visits(begin DATETIME NOT NULL, finish TIMESTAMP, never DATE);
            INSERT INTO visits(begin, finish) VALUES (\(value), NULL), (\(value), \(value))
            """)
        #expect(
            source == """
                @Table("visits", \(argument))
                struct Visit {
                    var begin: Date
                    var finish: Date?
                    var never: Date?
                }

                """)
    }

    @Test(
        "Dates in several forms, or in the form without a choice, are not an argument of the table",
        arguments: [
            "'2025-01-02 09:00:00'", "'2025-01-02'", "'yesterday'", "x'00'", "1735808400250000",
            "-9223372036854775808", "9e999", "1e300",
        ])
    func standardDates(value: String) throws {
        let source = try generated(
            """
            CREATE TABLE visits(begin DATETIME);
            INSERT INTO visits VALUES (\(value)), (NULL)
            """)
        #expect(source == "@Table(\"visits\")\nstruct Visit {\n    var begin: Date?\n}\n")
    }

    @Test("A foreign key without values has the form of the key that it references")
    func references() throws {
        let source = try generated(
            """
            CREATE TABLE owners(id UUID PRIMARY KEY REFERENCES devices(id));
            CREATE TABLE parts(device UUID REFERENCES owners);
            CREATE TABLE devices(id UUID PRIMARY KEY);
            INSERT INTO devices VALUES (zeroblob(16))
            """)
        for table in ["owners", "parts", "devices"] {
            #expect(source.contains("@Table(\"\(table)\", uuids: .blob)"), "\(source)")
        }
    }

    @Test("UUIDs of digits alone show no case")
    func digits() throws {
        let source = try generated(
            """
            CREATE TABLE devices(id UUID PRIMARY KEY);
            INSERT INTO devices VALUES ('01020304-0506-0708-0901-020304050607')
            """)
        #expect(!source.contains("uuids:"))
    }

    @Test("Columns with different forms have them one by one")
    func severalForms() throws {
        let source = try generated(
            """
            CREATE TABLE visits(begin DATETIME, finish DATETIME, seen DATETIME, mixed DATETIME);
            INSERT INTO visits VALUES (1735808400, 1735808400250, '2025-01-02', 5), (5, 5, NULL, 'x')
            """)
        #expect(
            source == """
                @Table("visits")
                struct Visit {
                    @Column(as: Date.UnixTimeRepresentation.self) var begin: Date?
                    @Column(as: Date.UnixMillisecondsRepresentation.self) var finish: Date?
                    var seen: Date?
                    var mixed: Date?
                }

                """)
    }

    @Test("UUIDs in lower case or as bytes have a form, even in a key of several columns")
    func uuids() throws {
        let source = try generated(
            """
            CREATE TABLE devices(id UUID PRIMARY KEY, "owner id" UUID) WITHOUT ROWID;
            INSERT INTO devices VALUES (x'000102030405060708090a0b0c0d0e0f', NULL);
            CREATE TABLE pairs(a UUID NOT NULL, b UUID NOT NULL, c UUID, PRIMARY KEY (a, b));
            INSERT INTO pairs VALUES (
                x'000102030405060708090a0b0c0d0e0f', '0A0B0C0D-0000-0000-0000-00000000000F',
                '0a0b0c0d-0000-0000-0000-00000000000f')
            """)
        #expect(source.contains("@Table(\"devices\", uuids: .blob)\nstruct Device"))
        #expect(source.contains("@Table(\"pairs\", uuids: .lowerText)\nstruct Pair"))
        #expect(source.contains("@Column(as: UUID.BytesRepresentation.self) let a: UUID\n"))
        #expect(source.contains("        let b: UUID\n"))
        #expect(source.contains("    var c: UUID?\n"))
    }
}
