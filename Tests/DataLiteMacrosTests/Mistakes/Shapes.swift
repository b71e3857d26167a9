// Pairs of queries of the same shape: a correct query, and one with an error, whose name ends in "Mistake".
// `.ci/type-check-times` fails if the compiler needs more than 20 times as long for the error, or more than three seconds
// if its name ends in "SlowMistake". Below each error are the columns of its diagnostics and how their messages begin.
import DataLiteMacros

@Table struct Item: Identifiable {
    let id: Int
    var name: String
    var rank: Int?
    var price: Double
    var isOpen: Bool
    var parentID: Int?
}

// MARK: - Conditions

func text() { _ = Item.where { $0.name == "a" && $0.isOpen } }
func textMistake() { _ = Item.where { $0.name == 5 && $0.isOpen } }
//                                            ^ referencing operator function '==' on 'BinaryInteger' requires that

func order() { _ = Item.where { $0.price > 3 && $0.isOpen } }
func orderMistake() { _ = Item.where { $0.name > 3 && $0.isOpen } }
//                                             ^ referencing operator function '>' on 'BinaryInteger' requires that

func columns() { _ = Item.where { $0.id == $0.parentID && $0.isOpen } }
func columnsMistake() { _ = Item.where { $0.id == $0.name && $0.isOpen } }
//                                                   ^ cannot convert value of type 'SQLExpression<String>' to

func membership() { _ = Item.where { $0.id.in([1, 2]) && $0.name.in(["a"]) } }
func membershipMistake() { _ = Item.where { $0.id.in([1, 2]) && $0.name.in([1]) } }
//                                                                          ^ cannot convert value of type 'Int' to expected element type

func range() { _ = Item.where { $0.id.between(1, and: 2) && $0.isOpen } }
func rangeMistake() { _ = Item.where { $0.id.between("a", and: "b") && $0.isOpen } }
//                                                   ^ cannot convert value of type 'String' to expected argument
//                                                             ^ cannot convert value of type 'String' to expected argument

func either() { _ = Item.where { $0.isOpen || $0.name == "a" || $0.id == 1 } }
func eitherMistake() { _ = Item.where { $0.isOpen || $0.name || $0.id == 1 } }
//                                                      ^ cannot convert value of type 'SQLExpression<String>' to

func negation() { _ = Item.where { !$0.isOpen && $0.id == 1 } }
func negationMistake() { _ = Item.where { !$0.id && $0.isOpen } }
//                                            ^ cannot convert value of type 'SQLExpression<Int>' to expected

func method() { _ = Item.where { $0.price > 1 && $0.name.hasPrefix("x") && $0.id + 1 > 2 } }
func methodMistake() { _ = Item.where { $0.price > 1 && $0.name.hasPrefx("x") && $0.id + 1 > 2 } }
//                                                              ^ value of type 'SQLExpression<String>' has no dynamic member

func column() { _ = Item.where { $0.id > 1 && $0.name.hasPrefix("x") && $0.price + 1.5 > 2 } }
func columnMistake() { _ = Item.where { $0.id > 1 && $0.nam.hasPrefix("x") && $0.price + 1.5 > 2 } }
//                                                      ^ value of type 'Item.Columns' has no member 'nam'

func lines() {
    _ = Item.where {
        $0.price * 2 + 1 > 3
        $0.id + 4 > 7
        $0.name == "a"
        $0.price - 2 < 10
    }
}
func linesMistake() {
    _ = Item.where {
        $0.price * 2 + 1 > 3
        $0.id + 4 > 7
        $0.name == 5
        //         ^ cannot convert value of type 'Int' to expected argument
        $0.price - 2 < 10
    }
}

func optionalSum() { _ = Item.where { ($0.rank ?? 0) + 1 > 2 && $0.isOpen } }
func optionalSumSlowMistake() { _ = Item.where { ($0.rank ?? "x") + 1 > 2 && $0.isOpen } }
//                                                           ^ cannot convert value of type 'String' to expected argument

func calls() { _ = Item.where { $0.name.upper().length() > 3 && $0.isOpen } }
func callsMistake() { _ = Item.where { $0.name.uper().length() > 3 && $0.isOpen } }
//                                             ^ value of type 'SQLExpression<String>' has no dynamic member

// MARK: - Selections

func call() { _ = Item.select { ($0.name.upper(), $0.id) } }
func callMistake() { _ = Item.select { ($0.name.uper(), $0.id) } }
//                            ^ generic parameter 'Output' could not be inferred
//                                              ^ value of type 'SQLExpression<String>' has no dynamic member

func descending() { _ = Item.order { $0.name.desc() } }
func descendingMistake() { _ = Item.order { $0.name.des() } }
//                                                  ^ value of type 'SQLExpression<String>' has no dynamic member

func product() { _ = Item.select { $0.id * 2 * $0.id * 3 } }
func productSlowMistake() { _ = Item.select { $0.id * 2 * $0.name * 3 } }
//                                   ^ generic parameter 'Output' could not be inferred
//                                                           ^ cannot convert value of type 'SQLExpression<String>' to

func sum() { _ = Item.select { $0.name + " " + $0.name } }
func sumSlowMistake() { _ = Item.select { $0.name + " " + $0.id } }
//                               ^ generic parameter 'Output' could not be inferred
//                                                           ^ cannot convert value of type 'SQLExpression<Int>' to

func cases() { _ = Item.select { Case($0.id).when(1, then: "a").when(2, then: "c").else("b") } }
func casesMistake() {
    _ = Item.select { Case($0.id).when(1, then: "a").when(2, then: 3).else("b") }
    //                                               ^ no exact matches in call to instance method 'when'
}

func aggregates() {
    _ = Item.group(by: \.name).having { $0.id.count() > 5 && $0.price.sum() > 3 }
        .select { ($0.name, $0.id.count()) }
}
func aggregatesMistake() {
    _ = Item.group(by: \.name).having { $0.id.cont() > 5 && $0.price.sum() > 3 }
        //                                    ^ value of type 'SQLExpression<Int>' has no dynamic member
        .select { ($0.name, $0.id.count()) }
}

func havingText() { _ = Item.group(by: \.name).having { $0.id.count() > 5 }.select(\.name) }
func havingTextMistake() {
    _ = Item.group(by: \.name).having { $0.id.count() > "5" }.select(\.name)
    //                                                  ^ cannot convert value of type 'String' to expected argument
}

func columnsOfSelection() { _ = Item.select { ($0.name, $0.id, $0.price.max()) } }
func columnsOfSelectionMistake() { _ = Item.select { ($0.name, $0.idd, $0.price.max()) } }
//                                          ^ generic parameter 'Output' could not be inferred
//                                                                ^ value of type 'Item.Columns' has no member 'idd'

func orders() { _ = Item.order { ($0.name, $0.price.desc(), $0.id) }.limit(3) }
func ordersMistake() { _ = Item.order { ($0.name, $0.prce.desc(), $0.id) }.limit(3) }
//                                                   ^ value of type 'Item.Columns' has no member 'prce'

func limits() { _ = Item.order(by: \.name).limit(3) }
func limitsMistake() { _ = Item.order(by: \.name).limit("3") }
//                                                      ^ cannot convert value of type 'String' to expected argument

// MARK: - Changes

func update() {
    _ = Item.find(1).update {
        $0.price = $0.price * 2; $0.rank = 3
    }
}
func updateMistake() {
    _ = Item.find(1).update {
        $0.price = $0.price * "2"; $0.rank = 3
        //                    ^ cannot convert value of type 'String' to expected argument
    }
}

func assignment() {
    _ = Item.find(1).update {
        $0.name = "a"; $0.isOpen = true
    }
}
func assignmentMistake() {
    _ = Item.find(1).update {
        $0.name = 5; $0.isOpen = true
        //        ^ cannot assign value of type 'Int' to type 'String'
    }
}

func insertion() { _ = Item.insert { Item.Draft(name: "a", price: 1.5, isOpen: true) } }
func insertionMistake() { _ = Item.insert { Item.Draft(name: "a", price: "b", isOpen: true) } }
//                                                                       ^ cannot convert value of type 'String' to expected argument

func returning() { _ = Item.find(1).delete().returning { ($0.id, $0.name) } }
func returningMistake() { _ = Item.find(1).delete().returning { ($0.id, $0.nam) } }
//                                                  ^ generic parameter 'Output' could not be inferred
//                                                                         ^ value of type 'Item.Columns' has no member 'nam'

// MARK: - Joins

func join() {
    _ = Item.join(Item.all) { $0.id == $1.parentID }.where { $0.name == "a" && $1.price > 3 }
        .select { ($0.name, $1.name) }
}
func joinMistake() {
    _ = Item.join(Item.all) { $0.name == $1.parentID }.where { $0.name == "a" && $1.price > 3 }
        //                                  ^ cannot convert value of type 'SQLExpression<Int?>' to
        .select { ($0.name, $1.name) }
}

func leftJoin() {
    _ = Item.leftJoin(Item.all) { $0.id == $1.parentID }.select { ($0.name, $1.price ?? 0) }
}
func leftJoinMistake() {
    _ = Item.leftJoin(Item.all) { $0.id == $1.parentID }.select { ($0.name, $1.price ?? "a") }
    //                                                   ^ generic parameter 'NewOutput' could not be inferred
    //                                                                                  ^ cannot convert value of type 'String' to expected argument
}

// MARK: - Members of JSON

@Selection struct Maker: Codable {
    var name = ""
    var age = 0
    var rate = 1.0
}

@Table struct Product: Identifiable {
    let id: Int
    @Column(as: Maker.JSONRepresentation.self) var maker: Maker
}

func members() { _ = Product.select { ($0.maker.name, $0.maker.age, $0.maker.rate) } }
func membersMistake() { _ = Product.select { ($0.maker.name, $0.maker.ag, $0.maker.rate) } }
//                                  ^ generic parameter 'Output' could not be inferred
//                                                                    ^ value of type 'SQLExpression<Maker.JSONRepresentation>'
//                                                                    ^ generic parameter 'Member' could not be inferred

func memberUpdate() { _ = Product.find(1).update { $0.maker.age = $0.maker.age + 1 } }
func memberUpdateMistake() { _ = Product.find(1).update { $0.maker.age = $0.maker.name } }
//                                                                     ^ cannot assign value of type 'SQLExpression<String>' to
