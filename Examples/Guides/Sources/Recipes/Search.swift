import DataLite

@Selection struct SearchResult {
    let title: String
    let excerpt: String
}

extension Database {
    func recipes(matching text: String) throws -> [SearchResult] {
        try read { db in
            try RecipeText.where { $0.match(prefix: text) }
                .order { $0.rank }
                .limit(10)
                .select {
                    SearchResult.Columns(
                        title: $0.title.highlight("[", "]"),
                        excerpt: $0.steps.snippet("[", "]", "...", 6))
                }
                .fetchAll(db)
        }
    }
}
