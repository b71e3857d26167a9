// Errors in SQL text. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros

@Table struct Reminder: Identifiable {
    let id: Int
    var title: String
    var isCompleted: Bool
}

@Selection struct Key {
    let id: Int
    let name: String
}

func misspelledStatement() { _ = #sql("SELEC 1") }
//                                     ^ near "SELEC": syntax error
func misspelledClause() { _ = #sql("SELECT * FORM reminders") }
//                                           ^ near "FORM": syntax error
func missingCondition() { _ = #sql("SELECT * FROM reminders WHERE") }
//                                                               ^ incomplete input
func missingParenthesis() { _ = #sql("SELECT (1 + 2 FROM reminders") }
//                                                  ^ near "FROM": syntax error
func closedTwice() { _ = #sql("SELECT (1 + 2)) FROM reminders") }
//                                           ^ near ")": syntax error
func superfluousComma() { _ = #sql("CREATE TABLE reminders(id, title,)") }
//                                                                   ^ near ")": syntax error
func unterminatedString() { _ = #sql("SELECT * FROM reminders WHERE title = 'a") }
//                                                                          ^ unrecognized token: "'a"
func apostrophe() { _ = #sql("SELECT 'O'Brien'") }
//                                           ^ unrecognized token: "'"
func wrongNumber() { _ = #sql("SELECT 12abc") }
//                                    ^ unrecognized token: "12abc"
func wrongBlob() { _ = #sql("SELECT x'123'") }
//                                  ^ unrecognized token: "x'123'"
func otherDialect() { _ = #sql("SELECT TOP 3 * FROM reminders") }
//                                         ^ near "3": syntax error
func wrongOrder() { _ = #sql("SELECT 1 LIMIT 1 ORDER BY 1") }
//                                             ^ near "ORDER": syntax error
func orderWithinUnion() { _ = #sql("SELECT 1 ORDER BY 1 UNION SELECT 2") }
//                                  ^ ORDER BY clause should come after UNION not before
func unequalRows() { _ = #sql("VALUES (1, 2), (3)") }
//                             ^ all VALUES must have the same number of terms
func repeatedColumn() { _ = #sql("CREATE TABLE t(a TEXT, b TEXT, a TEXT)") }
//                                ^ duplicate column name: a
func unknownOption() { _ = #sql("CREATE TABLE t(a TEXT) STRIC") }
//                               ^ unknown table option: STRIC
func bodyOfTrigger() {
    _ = #sql("CREATE TRIGGER t AFTER INSERT ON reminders BEGIN UPDTE reminders SET a = 1; END")
    //                                                         ^ near "UPDTE": syntax error
}
func changeOfTable() { _ = #sql("ALTER TABLE archive.reminders ADD b NOT NUL") }
//                                                                       ^ near "NUL"
func pragma() { _ = #sql("PRAGMA user_version = = 3") }
//                                              ^ near "=": syntax error
func twoStatements() { _ = #sql("DELETE FROM reminders; DELETE FROM lists") }
//                                                      ^ more than one statement
func parameterInText(_ db: Connection) throws { try #sql("SELECT ?1").execute(db) }
//                                                               ^ parameter '?1' has no value
func emptyStatement() { _ = #sql("", as: Int.self) as SQLQuery<Int> }
//                               ^ the text is empty
func notClosedInPart() { _ = #sql("(1 + 2") as SQLFragment }
//                                       ^ incomplete input
func closedTwiceInPart() { _ = #sql("(1 + 2)) + 3") as SQLFragment }
//                                          ^ near ")": syntax error
func closedTwiceInExpression() { _ = Reminder.where { _ in #sql("(1 + 2))") } }
//                                                                      ^ near ")": syntax error
func oneColumnTooMany() { _ = #sql("SELECT max(1, 2), 3 AS b", as: Int.self) as SQLQuery<Int> }
//                                                                 ^ the statement returns 2 columns
func oneColumnTooFew() { _ = #sql("WITH a AS (SELECT 1, 2) SELECT b FROM a", as: (Int, Int?).self) }
//                                                                               ^ the statement returns 1
func noRows() { _ = #sql("DELETE FROM reminders", as: Int.self) as SQLQuery<Int> }
//                                                    ^ the statement returns 0 columns
func textOfVariable(_ text: SQLFragment) { _ = #sql(text) }
//                                                  ^ expected a string literal

// MARK: - Interpolations and the forms of literals

func afterInterpolations(_ ids: [Int], _ title: String) {
    _ = #sql("SELECT * FROM \(Reminder.self) WHERE id IN \(list: ids) AN title = \(title)")
    //                                                                ^ near "AN": syntax error
}
func listOfRows(_ keys: [Key]) { _ = #sql("DELETE FROM keys WHERE (id, name) IN \(list: keys)") }
//                                                                               ^ 'appendInterpolation(list:)'
func afterEscapes() { _ = #sql("SELECT \"title\", '\u{E9}\t' FORM reminders") }
//                                                                ^ near "reminders": syntax error
func afterOtherLetters() { _ = #sql("SELECT 'åäö 🎈' FROM WHERE") }
//                                                             ^ near "WHERE": syntax error
func rawLiteral() { _ = #sql(#"SELECT '\', \#(1) FROM WHERE"#) }
//                                                    ^ near "WHERE": syntax error
func insertedText() { _ = #sql("SELECT \(raw: "a b c") FROM t") }
//                                                 ^ near "c": syntax error
func insertedPiece() { _ = #sql("SELECT * FROM t WHERE \(#sql("a = = 1"))") }
//                                                                 ^ near "=": syntax error
func severalLines(_ title: String) {
    _ = #sql(
        """
        SELECT "id", \(Reminder.columns.title)
          FROM \(Reminder.self)
         WHERE title = \(title) ANDD isCompleted
        --                      ^ near "ANDD": syntax error
        """)
    _ = #sql(
        """
        SELECT 1, \
        2 FRM t
        --    ^ near "t": syntax error
        WHERE 1
        """)
    _ = #sql(
        """
        SELECT 1
          FROM (SELECT 2
        --              ^ incomplete input
        """)
}

// MARK: - Statements with a type, and expressions

func typedStatement() { _ = #sql("SELECT FROM reminders", as: Reminder.self) as SQLQuery<Reminder> }
//                                       ^ near "FROM": syntax error
func partAsStatement() { _ = #sql("id = 3", as: Reminder.self) as SQLQuery<Reminder> }
//                                 ^ near "id": syntax error
func expression() { _ = Reminder.where { #sql("\($0.title) GLOBB 'a*'") } }
//                                                         ^ near "GLOBB": syntax error
func unfinishedExpression() { _ = Reminder.where { #sql("\($0.title) = ") } }
//                                                                    ^ incomplete input
func statementAsExpression() { _ = Reminder.where { #sql("SELECT \($0.isCompleted)") } }
//                                                        ^ a query in an expression must be in
func twoExpressions() { _ = Reminder.where { #sql("\($0.title); 1") } }
//                                                            ^ near ";": syntax error
func hiddenParenthesis() { _ = Reminder.where { #sql("\($0.isCompleted) -- done") } }
//                                                                     ^ the comment at the end hides

// MARK: - Names by type

func unknownColumn() { _ = #sql("SELECT \(Reminder.columns.tilte) FROM \(Reminder.self)") }
//                                                         ^ value of type 'Reminder.Columns' has no
func unknownTable() { _ = #sql("SELECT * FROM \(Reminders.self)") }
//                                              ^ cannot find 'Reminders' in scope
