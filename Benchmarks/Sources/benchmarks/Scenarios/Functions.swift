/// Functions written in Swift, which SQL calls once per row.
enum Functions {
    static let group = ScenarioGroup(name: "functions") { workplace in
        let rows = workplace.count(1_000_000)
        let few = workplace.count(100_000)
        let connections = try Connections(path: workplace.path("functions.db"))
        try connections.fill(Fixture.narrow(rows: rows))
        CFunctions.add(to: connections.c)
        try DataLiteFunctions.add(to: connections.dataLite)
        connections.grdb.inDatabase(GRDBFunctions.add)
        func forms(of function: String) -> [(String, String)] {
            [
                ("class", function), ("typed closure", function + "_typed"),
                ("untyped closure", function + "_closure"),
            ]
        }
        let plus = forms(of: "plus").map { form, name in
            connections.number(
                title: "scalar function of two REALs: \(form)", calls: rows,
                "SELECT sum(\(name)(x, y)) FROM narrow", builtIn: "SELECT sum(x + y) FROM narrow")
        }
        let shout = forms(of: "shout").map { form, name in
            connections.number(
                title: "scalar function from TEXT to TEXT: \(form)", calls: rows,
                "SELECT sum(length(\(name)(text))) FROM narrow",
                builtIn: "SELECT sum(length(text || '!')) FROM narrow")
        }
        let rest = [
            connections.number(
                title: "aggregate function of one REAL", calls: rows,
                "SELECT addition(x) FROM narrow", builtIn: "SELECT total(x) FROM narrow"),
            connections.window(
                title: "window function over a frame of 10 rows", calls: rows,
                "SELECT sum(v) FROM (SELECT moving(x) OVER frame AS v FROM narrow \(frame))",
                builtIn: "SELECT sum(v) FROM (SELECT total(x) OVER frame AS v FROM narrow \(frame))"
            ),
            connections.number(
                title: "REGEXP with a constant pattern", calls: few,
                "SELECT count(*) FROM narrow WHERE id <= \(few) AND text REGEXP '[a-z ]+[0-9]*7'",
                builtIn: "SELECT count(*) FROM narrow WHERE id <= \(few) AND text LIKE '%7'"),
        ]
        return plus + shout + rest + connections.typedFunction(calls: rows)
    }

    private static let frame = "WINDOW frame AS (ORDER BY id ROWS 9 PRECEDING)"
}

extension Connections {
    /// GRDB has no user-defined window functions.
    fileprivate func window(
        title: String, calls: Int, _ sql: String, builtIn: String
    ) -> Scenario {
        var scenario = number(title: title, calls: calls, sql, builtIn: builtIn)
        scenario.grdb = nil
        return scenario
    }
}
