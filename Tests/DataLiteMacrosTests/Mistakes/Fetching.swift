// Errors in properties that follow a database: a property that follows nothing does not compile.
import DataLiteFetching
import DataLiteMacros

@Table struct Book {
    let id: Int
    var title = ""
}

class Titles { @FetchAll var titles: [String] = ["none"] }
//              ^ 'init(wrappedValue:database:firstReadLimit:isolation:)' is unavailable: write what
class Count { @FetchOne var count = 5 }
//             ^ 'init(wrappedValue:database:firstReadLimit:isolation:)' is unavailable: write what is
class Shelf { @Fetch var shelf = [Book]() }
//             ^ 'init(wrappedValue:database:firstReadLimit:isolation:)' is unavailable: write what is
class Books { @FetchAll(Book.count()) var books: [Book] }
//             ^ initializer 'init(wrappedValue:_:database:firstReadLimit:isolation:)' requires the
