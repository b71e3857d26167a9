// Errors in queries. Below each line are the columns of its errors and the beginnings of their messages.
import DataLiteMacros
import Foundation

@Table struct Item: Identifiable {
    let id: Int
    var title: String
    var price: Double
    var count: Int
    var isDone: Bool
    var due: Date?
    var listID: Int?
}

@Table struct List: Identifiable {
    let id: Int
    var name: String
}

@Table struct Link {
    let itemID: Int
    let listID: Int
}

func valueOfOtherType() { _ = Item.where { $0.title == 3 } }
//                                                     ^ cannot convert value of type 'Int' to
func valueOfOtherTypeOnTheLeft() { _ = Item.where { "x" == $0.count } }
//                                                      ^ '==' is unavailable: write the expression first and a
func numberOnTheLeft() { _ = Item.where { 3 != $0.title && $0.count > 3 } }
//                                          ^ '!=' is unavailable: write the expression first and a
func variableOnTheLeft(_ count: Int) { _ = Item.where { count == $0.count } }
//                                                            ^ '==' is unavailable: write the expression first
func columnsOfDifferentTypes() { _ = Item.where { $0.title == $0.count } }
//                                                               ^ cannot convert value of type
func unknownColumn() { _ = Item.where { $0.tilte == "x" } }
//                                         ^ value of type 'Item.Columns' has no member 'tilte'
func assignmentForEquality() { _ = Item.where { $0.title = "x" } }
//                                                 ^ cannot assign to property: 'title' is a
//                                                       ^ cannot convert value of type '()' to expected argument type
func conditionThatIsNotBoolean() { _ = Item.where { $0.title } }
//                                                     ^ cannot convert value of type 'SQLExpression<String>' to
func columnThatIsNotBoolean() { _ = Item.where(\.title) }
//                                       ^ 'where' is unavailable: this is not a condition: write where {
func otherColumnThatIsNotBoolean() { _ = Item.where(\.isDone).where(\.due) }
//                                                            ^ 'where' is unavailable: this is not a condition
func conditionThatIsMissing() { _ = Item.where { let isX = $0.title == "x" }.delete() }
//                                             ^ 'buildBlock()' is unavailable: a condition is missing
func conditionThatIsANumber() { _ = Item.where { $0.count + 1 } }
//                                                        ^ cannot convert value of type 'SQLExpression<Int>' to
func negatedText() { _ = Item.where { !$0.title } }
//                                        ^ cannot convert value of type 'SQLExpression<String>' to expected argument
func logicOfNumbers() { _ = Item.where { $0.count && $0.isDone } }
//                                          ^ cannot convert value of type 'SQLExpression<Int>' to expected argument
func logicOfConditionAndNumber() { _ = Item.where { $0.isDone && $0.count + 1 } }
//                                                                        ^ cannot convert value of type
func swiftConditionFirst(_ all: Bool) { _ = Item.where { all || $0.isDone } }
//                                                           ^ '||' is unavailable: write `if` in the closure, or
func swiftConditionLast(_ all: Bool) { _ = Item.where { $0.isDone && $0.count > 3 && all } }
//                                                                                ^ '&&' is unavailable: write `if`
func sumOfTextAndNumber() { _ = Item.select { $0.title + $0.count } }
//                                   ^ generic parameter 'Output' could not be inferred
//                                                          ^ cannot convert value of type 'SQLExpression<Int>' to
func unknownColumnInOrder() { _ = Item.order(by: \.tilte) }
//                                               ^ value of type 'Item.Columns' has no member
func unknownColumnInSelect() { _ = Item.select { ($0.id, $0.tilte) } }
//                                      ^ generic parameter 'Output' could not be inferred
//                                                          ^ value of type 'Item.Columns' has no
func findWithoutKey() { _ = Link.find(1) }
//                               ^ referencing static method 'find' on 'PrimaryKeyedTable'
func findWithOtherType() { _ = Item.find("1") }
//                                  ^ static method 'find' requires the types
func listOfOtherType() { _ = Item.where { $0.id.in(["a", "b"]) } }
//                                                  ^ cannot convert value of type 'String' to
//                                                       ^ cannot convert value of type 'String'
func queryOfOtherType() { _ = Item.where { $0.id.in(Item.all.select(\.title)) } }
//                                               ^ 'in' is unavailable: the query must
func unknownColumnOfJoin() {
    _ = Item.join(List.all) { $0.listID == $1.ident }
    //                                        ^ value of type 'List.Columns' has no member 'ident'
}
func joinOfDifferentTypes() {
    _ = Item.join(List.all) { $0.listID == $1.name }
    //                                        ^ cannot convert value of type
}
func resultOfOtherType(_ db: any ConnectionProtocol) throws {
    let titles: [Int] = try Item.select(\.title).fetchAll(db)
    //                                           ^ cannot assign value of type
    _ = titles
}
func outerColumnAsValue(_ db: any ConnectionProtocol) throws {
    let names: [String] = try Item.leftJoin(List.all) { $0.listID == $1.id }
        .select { $1.name }.fetchAll(db)
    //          ^ cannot convert return expression of type
    _ = names
}
func tooManySelected(_ db: any ConnectionProtocol) throws {
    let rows: [(Int, String)] = try Item.select { ($0.id, $0.title, $0.price) }.fetchAll(db)
    //                                          ^ cannot convert return expression of type
    _ = rows
}
func updateOfUnknownColumn() { _ = Item.find(1).update { $0.tilte = "x" } }
//                                                          ^ value of type 'Updates<Item>' has no
//                                                          ^ generic parameter 'Value' could not be inferred
func updateWithOtherType() { _ = Item.find(1).update { $0.count = "x" } }
//                                                                ^ cannot assign value of type
func updateOfNonOptional() { _ = Item.find(1).update { $0.title = nil } }
//                                                                ^ 'nil' cannot be assigned to
func updateWithCondition() { _ = Item.find(1).update { $0.isDone = $0.listID < 3 } }
//                                                               ^ cannot assign value of type 'SQLExpression<Optional<Int>
func updateByDivision() { _ = Item.find(1).update { $0.count /= $0.title.length() } }
//                                                           ^ '/=' is unavailable: the divisor may be zero
func draftOfUnknownColumn() { _ = Item.insert { Item.Draft(tilte: "x") } }
//                                                        ^ incorrect argument label in call (have
func deleteOfEverything(_ db: Connection) throws { try Item.delete().execute(db) }
//                                                                   ^ 'execute' is unavailable: add `where`, or
func updateOfEverything(_ db: Connection) throws { try Item.update { $0.count += 1 }.execute(db) }
//                                                                                   ^ 'execute' is unavailable: add
func rowOfAnotherType() { _ = Item.insert { "x" } }
//                                          ^ 'buildExpression' is unavailable: this is not a row of the table
func draftOfAnotherTable() { _ = Item.insert { List.Draft(name: "a") } }
//                                             ^ 'buildExpression' is unavailable: this is a draft of another table
func rowOfAnotherTable() { _ = Item.insert { List(id: 1, name: "a") } }
//                                           ^ 'buildExpression' is unavailable: this is a row of another table
func addedText() { _ = Item.all.update { $0.count += "a" } }
//                                                ^ '+=' is unavailable: the column and the value have different types
func toggledNumber() { _ = Item.all.update { $0.count.toggle() } }
//                                                    ^ 'toggle()' is unavailable: only a column of type Bool
func negatedTitle() { _ = Item.all.update { $0.title.negate() } }
//                                                   ^ 'negate()' is unavailable: only a column of numbers
func appendedToNumber() { _ = Item.all.update { $0.count.append("a") } }
//                                                       ^ 'append' is unavailable: only a column of text
func addedColumn() { _ = Item.all.update { $0.count += $0.title } }
//                                                  ^ '+=' is unavailable: the column and the value have different types
func nilOfNonOptional() { _ = Item.where { $0.title == nil } }
//                                                  ^ '==' is unavailable: this value is not optional, so it is never
func notNilOfNonOptional() { _ = Item.where { $0.title != nil } }
//                                                     ^ '!=' is unavailable: this value is not optional, so it is never
func isNilOfNonOptional() { _ = Item.where { $0.title.is(nil) } }
//                                                       ^ 'nil' is not compatible with expected argument type 'String'
func isNotNilOfNonOptional() { _ = Item.where { $0.title.isNot(nil) } }
//                                                             ^ 'nil' is not compatible with expected argument type 'String'
func limitOfText() { _ = Item.all.limit("3") }
//                                      ^ cannot convert value of type 'String' to expected

// A query as a value.
func rowsAsBound() { _ = Item.where { $0.id.eq(List.all) } }
//                                          ^ instance method 'eq' requires the
func queryOfOtherTypeAsBound() { _ = Item.where { $0.id.lt(List.select(\.name)) } }
//                                                      ^ instance method 'lt' requires the
func queryOfOtherTypeAsResult() {
    _ = Item.select { Case($0.id).when(1, then: List.select(\.name)).else($0.count) }
    //       ^ generic parameter 'Output' could not be inferred
    //                            ^ instance method 'when(_:then:)' requires that 'Select<
}
func queryOfOtherTypeAssigned() { _ = Item.all.update { $0.count = List.select(\.name) } }
//                                                                      ^ cannot assign value of type
func mappedRows() { _ = Item.all.map { $0 } }
//                               ^ referencing instance method 'map' on 'Select' requires
func boundList(_ db: Connection, _ ids: [Int]) throws {
    try db.execute("DELETE FROM items WHERE id IN (\(ids))")
    //                                              ^ 'appendInterpolation' is unavailable: for a list
}
func boundError(_ db: Connection, _ error: any Error) throws {
    try db.execute("INSERT INTO items VALUES (\(error))")
    //                                         ^ 'appendInterpolation' is unavailable: a value of
}
func rankWithoutWindow() { _ = Item.select { ($0.id, rank()) } }
//                                           ^ conformance of 'WindowFunction<Value>' to '_Sel
func lagWithoutWindow() { _ = Item.select { $0.price.lag() } }
//                                          ^ conformance of 'WindowFunction<Value>' to '_Sel
func windowInClosure() { _ = Item.select { item in (item.id, rank().over { item.price }) } }
//                                                                  ^ no exact matches in call to instance method 'over'
func comparedTuples() { _ = Item.where { ($0.id, $0.title) == (1, "a") && $0.isDone } }
//                                                         ^ binary operator '==' cannot be applied to operands of type '(SQLExpression<Int>, SQLExpression<String>)'
func comparedLongTuples() { _ = Item.where { ($0.id, $0.title, $0.count) != (1, "a", 2) } }
//                                           ^ cannot convert value of type '(SQLExpression<Int>, SQLExpression<String>, SQLExpression<Int>)'
//                                                                       ^ generic parameter 'Value' could not be inferred
func rowAndTuple() { _ = Item.where { row($0.id, $0.title) == (1, "a") } }
//                                                            ^ cannot convert value of type '(Int, String)' to expected argument type 'RowExpression<Int, String>'

func limitOfSQL() { _ = SQLQuery("SELECT 1", as: Int.self).limit(1) }
//                                                         ^ 'limit(_:offset:)' is unavailable: write LIMIT in the
func offsetOfSQL() { _ = SQLQuery("SELECT 1", as: Int.self).offset(1) }
//                                                          ^ 'offset' is unavailable: write LIMIT and OFFSET in the

// Inserts after a `where` that update no row.
func conditionalInsertReturning() { _ = Item.where(\.isDone).insert { [Item]() }.returning(\.id) }
//                                                                               ^ 'returning' is unavailable: add `onC
func conditionalDoNothing() { _ = Item.where(\.isDone).insert { [Item]() }.onConflictDoNothing() }
//                                                                         ^ 'onConflictDoNothing()' is unavail
func conditionalInsertOfNothing() { _ = Item.where(\.isDone).insert() }
//                                                           ^ 'insert(or:)' is unavailable: no row is updated
func conditionalInsertOfDraft(_ draft: Item.Draft) { _ = Item.where(\.isDone).insert(draft) }
//                                                                            ^ 'insert(or:_:)' is unavailable: write
func conditionalUpsertOfDraft(_ draft: Item.Draft) { _ = Item.where(\.isDone).upsert(draft) }
//                                                                            ^ 'upsert' is unavailable: write
func conditionalInsertWithPeerName() {
    _ = Item.where(\.isDone).insert({ [Item]() }, onConflict: { $0.title += "x" })
    //                       ^ 'insert(or:_:onConflict:)' is unavailable: write `insert { rows }.onConflictDoU
}

// Statements of a trigger without `where`.
func unfilteredUpdateInTrigger() {
    _ = Item.createTrigger("t", after: .delete { _ in Item.update { $0.count = 1 } })
    //                                                ^ 'buildExpression' is unavailable: add
}
func unfilteredDeleteInTrigger() {
    _ = Item.createTrigger("t", after: .delete { _ in Item.delete() })
    //                                                ^ 'buildExpression' is unavailable: add
}

// MARK: - Scopes and enums

extension List {
    static let counted = group(by: \.id).join(Item.all) { $0.id.eq($1.listID) }
        .select { $1.count() }
}
func joinedScopeAfterSelect() { _ = List.limit(1).select(\.name).counted }
//                                  ^ 'subscript(dynamicMember:)' is unavailable: this scope joins

@Table("notes") enum Entry {
    @Column(as: [String].JSONRepresentation.self) case list([String])
    case text(String)
}
func caseOfColumns() { _ = Values(Entry.Columns.list(#bind(["a"]))) }
//                                              ^ 'list' is unavailable: write 'Entry.list(...)'
func otherCaseOfColumns() { _ = Values(Entry.Columns.text(#bind("a"))) }
//                                                   ^ 'text' is unavailable: write 'Entry.text(...)'
func caseOfEnum() { _ = Values(Entry.list(["a"])) }
