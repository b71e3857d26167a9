// Errors in declarations with @DatabaseFunction.
import DataLiteMacros

let isPure = true

struct Shop {
    // expected-error@+2 {{SQL cannot call an instance method: it has no instance}}
    // expected-note@+1 {{make it static}} {{5-61=@DatabaseFunction static func price(of id: Int) -> Double { 1 \}}}
    @DatabaseFunction func price(of id: Int) -> Double { 1 }
}

// expected-error@+1 {{'@DatabaseFunction' can only be attached to a function}}
@DatabaseFunction let count = 1

// A function without a result returns NULL.
@DatabaseFunction func nothing(_ id: Int) {}

// expected-error@+1 {{SQL cannot wait for an 'async' function}}
@DatabaseFunction func later(_ id: Int) async -> Int { id }

// expected-error@+1 {{a generic function cannot be called from SQL}}
@DatabaseFunction func same<Value>(_ value: Value) -> Int { 1 }

// expected-error@+1 {{a variadic function cannot have '@DatabaseFunction'}}
@DatabaseFunction func sum(_ values: Int...) -> Int { 0 }

// expected-error@+1 {{'inout Int' cannot be passed from SQL: a parameter is a plain value}}
@DatabaseFunction func increment(_ value: inout Int) -> Int { value }

// expected-error@+1 {{the name is empty}}
@DatabaseFunction("") func unnamed() -> Int { 1 }

// expected-error@+1 {{expected 'true' or 'false'}}
@DatabaseFunction(isDeterministic: isPure) func pure() -> Int { 1 }

func outer() {
    // expected-error@+1 {{a function within another function cannot have '@DatabaseFunction'}}
    @DatabaseFunction func inner() -> Int { 1 }
    _ = inner()
}
