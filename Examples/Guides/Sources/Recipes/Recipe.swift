import DataLite

@Table struct Recipe: Identifiable {
    let id: Int
    var title: String
    var steps: String
}

@Table struct RecipeText: FTS5 {
    let rowid: Int
    let title: String
    let steps: String
}

extension Database {
    static func openRecipes() throws -> Database {
        let database = try Database.temporary()
        try database.write { db in
            try Recipe.createTable().execute(db)
            try RecipeText.createTable(tokenize: .porter(), content: .table(Recipe.self)).execute(
                db)
            try RecipeText.createTriggers(syncing: Recipe.self).execute(db)
        }
        return database
    }
}
