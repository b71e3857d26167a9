/// Short statements that SQLite copies while it compiles them: twice as much with each level.
enum CompileBombs {
    static let schema =
        """
        CREATE TABLE albums(id INTEGER PRIMARY KEY, artist TEXT, title TEXT, n INTEGER);
        CREATE VIEW v0 AS SELECT id FROM albums;
        CREATE VIEW w0 AS SELECT n FROM albums;

        """
        + (1..<30).map { level in
            """
            CREATE VIEW v\(level) AS SELECT a.id FROM v\(level - 1) a, v\(level - 1) b;
            CREATE VIEW w\(level) AS SELECT n + n AS n FROM w\(level - 1);

            """
        }.joined()

    static let all = [
        levels(22, "SELECT id FROM albums") { "SELECT a.id FROM \($0) a, \($0) b" },
        levels(22, "SELECT id FROM albums") {
            "SELECT id FROM main.albums WHERE id IN \($0) OR n IN \($0)"
        },
        levels(22, "SELECT id FROM albums") {
            "SELECT id FROM \($0) UNION ALL SELECT id FROM '\($0)'"
        },
        levels(22, "SELECT n FROM albums") { "SELECT n + n AS n FROM \($0)" },
        levels(22, "SELECT n FROM albums") { "SELECT \"N\" + [n] AS n FROM (SELECT * FROM \($0))" },
        levels(22, "SELECT n AS p, n AS q FROM albums") {
            "SELECT p + q AS p, p + q AS q FROM \($0)"
        },
        levels(22, "SELECT n FROM albums") { "SELECT (SELECT n + n) AS n FROM \($0)" },
        levels(300, "SELECT n FROM albums") { "SELECT n FROM \($0)" },
        (0..<22).reduce("SELECT 1 AS n") { sql, _ in
            "WITH a AS (\(sql)) SELECT x.n FROM a x, a y"
        },
        "SELECT * FROM v29", "SELECT * FROM main.\"V29\" JOIN albums", "SELECT * FROM w29",
        "SELECT \(String(repeating: "(", count: 300))1\(String(repeating: ")", count: 300))",
    ]

    static let none = [
        levels(6, "SELECT id FROM albums") { "SELECT a.id FROM \($0) a, \($0) b" },
        levels(100, "SELECT n FROM albums") { "SELECT n FROM \($0)" },
        "SELECT * FROM v4", "SELECT * FROM w9",
        "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < 9) SELECT n FROM c",
        """
        WITH base AS (SELECT id, artist, title, n FROM albums WHERE n IS NOT NULL AND n > 0),
        totals AS (
            SELECT artist, count(*) AS albums, sum(n) AS total FROM base
            WHERE artist <> '' GROUP BY artist HAVING count(*) > 0 ORDER BY artist),
        ranked AS (
            SELECT artist, total, row_number() OVER (ORDER BY total DESC, artist) AS place
            FROM totals),
        joined AS (
            SELECT r.artist, r.place, b.title, b.n * 1.0 / r.total AS share
            FROM ranked r JOIN base b ON b.artist = r.artist WHERE r.place <= 10 AND r.total > 0),
        shares AS (
            SELECT artist, place, max(share) AS top, min(share) AS low FROM joined
            GROUP BY artist, place)
        SELECT s.artist, s.place, s.top, CASE WHEN s.top > 0.5 THEN 'one' ELSE 'some' END AS kind
        FROM shares s LEFT JOIN totals t ON t.artist = s.artist WHERE s.place IS NOT NULL
        ORDER BY s.place, s.artist
        """,
    ]

    private static func levels(
        _ count: Int, _ first: String, _ next: (String) -> String
    ) -> String {
        let others = (1..<count).map { "c\($0) AS (\(next("c\($0 - 1)")))" }
        return
            "WITH c0 AS (\(first)), \(others.joined(separator: ", ")) SELECT * FROM c\(count - 1)"
    }
}
