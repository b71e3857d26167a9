// Errors in declarations with @DatabaseFunction.
import DataLiteMacros

let isPure = true

struct Shop {
    var total = 0

    @DatabaseFunction func price(of id: Int) -> Double { 1 }

    // expected-error@+1 {{SQL cannot call a 'mutating' method: it would change a copy}}
    @DatabaseFunction mutating func add(_ id: Int) -> Int { total += id; return total }
}

actor Counter {
    // expected-error@+1 {{SQL cannot wait for an actor; make the method 'nonisolated'}}
    @DatabaseFunction func next(_ step: Int) -> Int { step }
    @DatabaseFunction nonisolated func same(_ step: Int) -> Int { step }
}

// expected-error@+1 {{'@DatabaseFunction' can only be attached to a function, a computed property, or a constant with the type of a closure}}
@DatabaseFunction let count = 1

// expected-error@+1 {{expected a type with 2 arguments and a result, as in the function}}
@DatabaseFunction(as: ((Int) -> Int).self) func plus(_ a: Int, _ b: Int) -> Int { a + b }

// expected-error@+1 {{expected a type with 'any Sequence<Element>' and a result, as in the function}}
@DatabaseFunction(as: ((Int) -> Int).self) func most(_ a: some Sequence<Int>) -> Int { 0 }

// A function without a result returns NULL.
@DatabaseFunction func nothing(_ id: Int) {}

// expected-error@+1 {{SQL cannot wait for an 'async' function}}
@DatabaseFunction func later(_ id: Int) async -> Int { id }

// expected-error@+1 {{SQL runs on any thread and cannot wait for the main actor; make the function 'nonisolated'}}
@MainActor @DatabaseFunction func shown(_ id: Int) -> Int { id }

@MainActor struct Screen {
    // expected-error@+1 {{SQL runs on any thread and cannot wait for the main actor}}
    @DatabaseFunction static func width() -> Int { 1 }

    // expected-error@+1 {{SQL runs on any thread and cannot wait for the main actor}}
    @DatabaseCollation static func order(_ a: String, _ b: String) -> CollationOrder { .same }

    @DatabaseFunction nonisolated static func height() -> Int { 1 }
}

// expected-error@+1 {{a function that SQL calls needs a Swift name without special characters}}
@DatabaseFunction func `two words`() -> Int { 2 }

// expected-error@+1 {{a generic function cannot be called from SQL}}
@DatabaseFunction func same<Value>(_ value: Value) -> Int { 1 }

// expected-error@+1 {{only the last parameter of a function that SQL calls can be variadic}}
@DatabaseFunction func added(_ values: Int..., to start: Int) -> Int { 0 }

// expected-error@+1 {{'inout Int' cannot be passed from SQL: a parameter is a plain value}}
@DatabaseFunction func increment(_ value: inout Int) -> Int { value }

// expected-warning@+1 {{SQLite has a function 'upper', which this one replaces}}
@DatabaseFunction func upper(_ text: String) -> String { text }

// expected-warning@+1 {{SQLite has a function 'Round', which this one replaces}}
@DatabaseFunction("Round") func rounded(_ number: Double, _ digits: Int) -> Double { number }

// SQLite has no such function with two arguments.
@DatabaseFunction("length") func lengths(_ first: String, _ second: String) -> Int { 0 }

// expected-error@+1 {{SQLite has a collating sequence 'nocase'}}
@DatabaseCollation("nocase") func ignoringCase(_ a: String, _ b: String) -> CollationOrder {
    CollationOrder(a, b)
}

// expected-error@+1 {{'some BinaryInteger' cannot be passed from SQL: write a type that can be stored in a column}}
@DatabaseFunction func twice(_ value: some BinaryInteger) -> Int { 2 }

// expected-error@+2 {{'[Int]' cannot be passed from SQL}}
// expected-error@+1 {{'Int!' cannot be passed from SQL}}
@DatabaseFunction func extent(of values: [Int], from start: Int!) -> Int { 0 }

// expected-error@+1 {{'(Int, Int)' cannot be returned to SQL}}
@DatabaseFunction func pair(_ value: Int) -> (Int, Int) { (value, value) }

// expected-error@+1 {{'some Sequence<Int>' cannot be passed from SQL}}
@DatabaseFunction func share(_ values: some Sequence<Int>, of total: Int) -> Int { total }

// The types have representations.
@DatabaseFunction(as: (([Int].JSONRepresentation) -> [Int].JSONRepresentation).self)
func reversed(_ values: [Int]) -> [Int] { values.reversed() }

// Names that would cause warnings in the generated code.
@DatabaseFunction func named(p0: Int, p1: Int, `where`: Int, `inout`: Int) -> Int { p1 }

struct Vector {
    // expected-error@+1 {{a function that SQL calls needs a Swift name without special characters}}
    @DatabaseFunction static func + (lhs: Vector, rhs: Vector) -> Vector { lhs }
}

// expected-error@+1 {{the name is empty}}
@DatabaseFunction("") func unnamed() -> Int { 1 }

// expected-error@+1 {{expected 'true' or 'false'}}
@DatabaseFunction(isDeterministic: isPure) func pure() -> Int { 1 }

func outer() {
    // expected-error@+1 {{a function within another function cannot have '@DatabaseFunction'}}
    @DatabaseFunction func inner() -> Int { 1 }
    _ = inner()
}
