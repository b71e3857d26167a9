// SQL text that does not do what it seems to do; with fix-its.
import DataLiteMacros

@Table struct Reminder: Identifiable {
    let id: Int
    var title: String
}

func quotedValue(_ name: String) {
    // expected-error@+2 {{the interpolation is part of a string and is not replaced by its value}}
    // expected-note@+1 {{remove the quotes}} {{60-69=\\(name)}}
    _ = #sql("SELECT * FROM reminders WHERE title =        '\(name)'")
    // expected-error@+2 {{the interpolation is part of a string}}
    // expected-note@+1 {{concatenate with '||'}} {{59-70='%' || \\(name) || '%'}}
    _ = #sql("SELECT * FROM reminders WHERE title LIKE    '%\(name)%'")
    // expected-error@+2 {{the interpolation is part of a quoted name}}
    // expected-note@+1 {{quote it as a name}} {{22-33=\\(identifier: name)}}
    _ = #sql("SELECT \"\(name)\" FROM t")
    // expected-error@+2 {{the interpolation is part of a quoted name}}
    // expected-note@+1 {{quote it as a name}} {{30-49=\\#(Reminder.self)}}
    _ = #sql(#"SELECT * FROM "\#(Reminder.self)""#)
    // expected-warning@+1 {{an interpolation inside a comment is not bound}}
    _ = #sql("SELECT 1 /* \(name) */")
}

func valueForName(_ name: String, _ order: SQL) {
    // expected-warning@+2 {{a bound value cannot replace a name}}
    // expected-note@+1 {{quote it as a name}} {{29-36=\\(identifier: name)}}
    _ = #sql("SELECT * FROM \(name)")
    // expected-warning@+2 {{a bound value cannot replace a name}}
    // expected-note@+1 {{quote it as a name}} {{28-45=\\(identifier: Reminder.title)}}
    _ = #sql("UPDATE t SET \(Reminder.title) = 1")
    // expected-warning@+2 {{a bound value cannot be used here}}
    // expected-note@+1 {{insert it as a piece of SQL}} {{36-44=\\(sql: order)}}
    _ = #sql("SELECT * FROM a AS b \(order)")
    _ = #sql("SELECT * FROM a AS b \(sql: order)")
    _ = #sql("SELECT * FROM (\(Reminder.all))")
}

func rawText(_ name: String) {
    // expected-warning@+3 {{text that is known only at run time becomes part of the statement}}
    // expected-note@+2 {{bind it as a value}} {{45-57=\\(name)}}
    // expected-note@+1 {{quote it as a name}} {{45-57=\\(identifier: name)}}
    _ = #sql("SELECT * FROM t WHERE title = \(raw: name)")
    _ = #sql("SELECT * FROM t ORDER BY \(raw: "title DESC")")
    _ = #sql("CREATE TABLE u(color INTEGER NOT NULL DEFAULT \(raw: 0x4a99ef_ff))")
    _ = #sql("SELECT * FROM t ORDER BY \(sql: SQL(raw: name))")
}

func apostrophe() {
    // expected-error@+2 {{unrecognized token: "'"}}
    // expected-note@+1 {{double the apostrophe}} {{24-25=''}}
    _ = #sql("SELECT 'O'Brien'")
}

func subquery() {
    // expected-error@+2 {{a query in an expression must be in parentheses}}
    // expected-note@+1 {{add parentheses}} {{38-38=(}} {{46-46=)}}
    _ = Reminder.select { _ in #sql("SELECT 1", as: Int.self) }
}

func interpolatedColumn() {
    // expected-warning@+1 {{a string contains a description of the expression, not its value}}
    _ = Reminder.find(1).update { $0.title = "\($0.title)!" }
    // expected-warning@+1 {{a string contains a description of the expression, not its value}}
    _ = Reminder.where { $0.title == "\($0.title)!" }
}
