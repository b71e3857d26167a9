// Errors in declarations with @DatabaseCollation.
import DataLiteMacros
import Foundation

@DatabaseCollation func right(_ lhs: String, _ rhs: String) -> CollationOrder { .same }
@DatabaseCollation func wrong(_ lhs: String, _ rhs: String) throws -> ComparisonResult {
    .orderedSame
}

// expected-error@+1 {{a collating sequence compares two values of type 'String' and returns a 'CollationOrder' or a 'ComparisonResult'}}
@DatabaseCollation func dates(_ lhs: Date, _ rhs: Date) -> CollationOrder { .same }

// expected-error@+1 {{a collating sequence compares two values of type 'String'}}
@DatabaseCollation func one(_ text: String) -> CollationOrder { .same }

// expected-error@+1 {{a collating sequence compares two values of type 'String'}}
@DatabaseCollation func none(_ lhs: String, _ rhs: String) {}

// expected-error@+1 {{a collating sequence compares two values of type 'String'}}
@DatabaseCollation func before(_ lhs: String, _ rhs: String) -> Bool { lhs < rhs }

// expected-error@+1 {{a collating sequence compares two values of type 'String'}}
@DatabaseCollation func optional(_ lhs: String?, _ rhs: String?) -> CollationOrder { .same }

// expected-error@+1 {{SQL cannot wait for an 'async' function}}
@DatabaseCollation func later(_ lhs: String, _ rhs: String) async -> CollationOrder { .same }

// expected-error@+1 {{the name is empty}}
@DatabaseCollation("") func unnamed(_ lhs: String, _ rhs: String) -> CollationOrder { .same }

// expected-error@+1 {{'@DatabaseCollation' can only be attached to a function}}
@DatabaseCollation let count = 1

func outside() {
    // expected-error@+1 {{a function within another function cannot have '@DatabaseCollation'}}
    @DatabaseCollation func inside(_ lhs: String, _ rhs: String) -> CollationOrder { .same }
    _ = inside("", "")
}
