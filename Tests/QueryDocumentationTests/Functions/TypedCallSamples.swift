import DataLite
import Testing

// sample: typed function
struct Initials: SQLFunction {
    typealias Value = String
    static let definition = FunctionDefinition(
        name: "initials", argc: 1, options: [.deterministic, .innocuous])
    let text: SQLExpression<String>

    var arguments: [any SQLExpressionProtocol] { [text] }

    static func execute(args: any ArgumentsProtocol) throws -> String {
        let text: String = args[0] ?? ""
        return text.split(separator: " ").map { $0.prefix(1) }.joined()
    }
}
// end

@Suite("The samples of the guide to functions: typed queries")
struct TypedCallSamples {
    private let db: Connection

    init() throws {
        db = try MusicDatabase.open()
    }

    @Test("call built-in functions by name")
    func builtIn() throws {
        // sample: typed calls
        let query = Song.select {
            (
                $0.title.substr(1, 4), format("%d:%02d", $0.seconds / 60, $0.seconds % 60),
                ($0.seconds.cast(as: Double.self) / 60).round(to: 2), $0.seconds.max(300)
            )
        }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT substr("songs"."title", ?, ?), printf(?, "songs"."seconds" / ?, "songs"."seconds" %
                    ?), round(CAST("songs"."seconds" AS "REAL") / ?, ?), max("songs"."seconds", ?)
                FROM "songs"
                -- 1, 4, '%d:%02d', 60, 60, 60.0, 2, 300

                substr("songs"."title...  printf(?, "songs"."se...  round(CAST("songs"."s...  max("songs"."seconds"...
                ------------------------  ------------------------  ------------------------  ------------------------
                So W                      9:22                      9.37                      562
                Blue                      5:37                      5.62                      337
                Rive                      4:00                      4.0                       300
                Cali                      3:51                      3.85                      300
                Zomb                      12:26                     12.43                     746
                """)
    }

    @Test("call application-defined functions by name")
    func user() throws {
        // sample: typed user call
        try db.add(function: Initials.self)
        let query = Artist.where { $0.country != nil }.select { ($0.name, Initials(text: $0.name)) }
        // end
        try expect(
            query, on: db,
            gives: """
                SELECT "artists"."name", "initials"("artists"."name")
                FROM "artists"
                WHERE "artists"."country" IS NOT NULL

                name           "initials"("artists"....
                -------------  ------------------------
                Miles Davis    MD
                Joni Mitchell  JM
                Fela Kuti      FK
                """)
    }
}
