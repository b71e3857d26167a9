import DataLite
import Testing

// sample: tables
@Table struct Recipe: Identifiable {
    let id: Int
    var title: String
    var steps: String
    var rating = 0
}

@Table struct RecipeText: FTS5 {
    let rowid: Int
    let title: String
    let steps: String
}
// end

@Suite("The samples of the guide to full text")
struct FullTextSamples {
    private let db: Connection

    init() throws {
        db = try Connection(location: .inMemory)
        try Recipe.createTable().execute(db)
        try RecipeText.createTable(content: .table(Recipe.self)).execute(db)
        try RecipeText.createTriggers(syncing: Recipe.self).execute(db)
        try Recipe.insert {
            Recipe(id: 1, title: "Tomato soup", steps: "Fry onions, add tomatoes, cook.", rating: 4)
            Recipe(id: 2, title: "Crème brûlée", steps: "Heat cream, add yolks, bake.", rating: 5)
            Recipe(id: 3, title: "Onion soup", steps: "Fry onions slowly. Add stock.", rating: 3)
        }.execute(db)
    }

    @Test("search a full-text table")
    func search() throws {
        let search = "soup onion"
        // sample: search
        let query = RecipeText.where { $0.match(prefix: search) }
            .order { $0.rank }
            .select { ($0.rowid, $0.title.highlight("<b>", "</b>")) }
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "recipeTexts"."rowid", highlight("recipeTexts"."recipeTexts", 0, ?, ?)
                FROM "recipeTexts"
                WHERE "recipeTexts"."recipeTexts" MATCH ?
                ORDER BY "recipeTexts"."rank"
                -- '<b>', '</b>', '"soup"* "onion"*'

                rowid  highlight("recipeText...
                -----  ------------------------
                3      <b>Onion</b> <b>soup</b>
                1      Tomato <b>soup</b>
                """)
        // sample: column
        let titles = RecipeText.where { $0.title.match(allOf: "creme") }.select(\.title)
        // end
        try expect(
            titles, on: db,
            shows: """
                SELECT "recipeTexts"."title"
                FROM "recipeTexts"
                WHERE "recipeTexts"."title" MATCH ?
                -- '"creme"'

                title
                ------------
                Crème brûlée
                """)
    }

    @Test("join a table with its full-text table")
    func join() throws {
        // sample: join
        let query = Recipe.where { $0.rating > 3 }
            .join(RecipeText.where { $0.match(anyOf: "fry bake") }) { $0.id == $1.rowid }
            .order { $1.bm25(10, 1) }
            .select { ($0.title, $1.steps.snippet("[", "]", "...", 4)) }
        // end
        try expect(
            query, on: db,
            shows: """
                SELECT "recipes"."title", snippet("recipeTexts"."recipeTexts", 1, ?, ?, ?, ?)
                FROM "recipes"
                JOIN "recipeTexts" ON "recipes"."id" = "recipeTexts"."rowid" AND
                    "recipeTexts"."recipeTexts" MATCH ?
                WHERE "recipes"."rating" > ?
                ORDER BY bm25("recipeTexts"."recipeTexts", ?, ?)
                -- '[', ']', '...', 4, '"fry" OR "bake"', 3, 10.0, 1.0

                title         snippet("recipeTexts"...
                ------------  -----------------------------
                Crème brûlée  ...cream, add yolks, [bake].
                Tomato soup   [Fry] onions, add tomatoes...
                """)
    }

    @Test("create a full-text table")
    func create() throws {
        let db = try Connection(location: .inMemory)
        // sample: create
        let statement = RecipeText.createTable(
            tokenize: .porter(.unicode61(tokenCharacters: "-")), prefix: [2, 3])
        try statement.execute(db)
        try RecipeText.insert { RecipeText.Draft(title: "Baked beans", steps: "") }.execute(db)
        let beans = try RecipeText.where { $0.match(allOf: "baking bean") }.fetchAll(db)
        // end
        expect(
            try statement.sql(),
            shows: """
                CREATE VIRTUAL TABLE "recipeTexts" USING fts5 (
                  "title",
                  "steps",
                  tokenize = 'porter unicode61 ''remove_diacritics'' ''2'' ''tokenchars'' ''-''',
                  prefix = '2 3'
                )
                """)
        #expect(beans.map(\.title) == ["Baked beans"])
    }

    @Test("index the text of another table")
    func external() throws {
        try RecipeText.createTriggers(syncing: Recipe.self).drop().execute(db)
        try RecipeText.dropTable().execute(db)
        // sample: external
        try RecipeText.createTable(content: .table(Recipe.self)).execute(db)
        try RecipeText.createTriggers(syncing: Recipe.self).execute(db)
        try RecipeText.rebuild().execute(db)  // for the rows that exist
        // end
        expect(
            try RecipeText.createTriggers(syncing: Recipe.self)[1].sql(),
            shows: """
                CREATE TRIGGER "recipeTexts_update"
                AFTER UPDATE OF "id", "title", "steps" ON "recipes"
                BEGIN
                  INSERT INTO "recipeTexts" ("recipeTexts", "rowid", "title", "steps") VALUES ('delete', "old"."id", "old"."title", "old"."steps");
                  INSERT INTO "recipeTexts" ("rowid", "title", "steps") VALUES ("new"."id", "new"."title", "new"."steps");
                END
                """)
        #expect(try RecipeText.where { $0.match(allOf: "soup") }.fetchCount(db) == 2)
    }

    @Test("index text that is not stored")
    func contentless() throws {
        let db = try Connection(location: .inMemory)
        // sample: contentless
        try RecipeText.createTable(content: .contentless()).execute(db)
        let row = RecipeText(rowid: 1, title: "Borscht", steps: "Cook beets.")
        try RecipeText.insert { row }.execute(db)
        let query = RecipeText.where { $0.match(allOf: "beets") }.select(\.rowid)
        let ids = try query.fetchAll(db)  // [1]
        try RecipeText.removeFromIndex(row).execute(db)
        // end
        #expect(ids == [1])
        #expect(try query.fetchAll(db) == [])
    }

    @Test("maintain a full-text table")
    func maintenance() throws {
        // sample: maintenance
        try RecipeText.optimize().execute(db)  // merges the index; merge(pages:) does so in steps
        try RecipeText.integrityCheck().execute(db)  // throws SQLITE_CORRUPT
        try RecipeText.setRank(10, 1).execute(db)  // the weights that rank uses
        // end
        expect(
            try RecipeText.integrityCheck().sql(),
            shows: """
                INSERT INTO "recipeTexts" ("recipeTexts", "rank") VALUES ('integrity-check', ?)
                """)
    }
}
