import DataLite

let database = try Shelf.open(path: CommandLine.arguments.dropFirst().first ?? "shelf.sqlite")
DefaultDatabase.shared = database  // the properties fetch from it
let model = ShelfModel(database: database)

@MainActor func show() async throws {
    try await model.$books.load()
    try await model.$unreadCount.load()
    for book in model.books {
        print(book.isRead ? "[x]" : "[ ]", book.title, "by", book.author)
    }
    print("\(model.unreadCount) of \(model.books.count) to read")
}

func add(_ title: String, by author: String) async throws {
    do {
        try await model.add(title, by: author)
    } catch ResultCode.constraintUnique {
        print(title, "is on the shelf already")
    }
}

try await add("Persuasion", by: "Jane Austen")
try await add("Middlemarch", by: "George Eliot")
try await show()

try await model.finish(model.books[0])
try await show()

try await add("Persuasion", by: "Another author")
