import DataLite

let database = try Database.openRecipes()
try database.write { db in
    try Recipe.insert {
        Recipe.Draft(title: "Onion soup", steps: "Slice the onions, fry them slowly, add broth.")
        Recipe.Draft(title: "Apple pie", steps: "Peel the apples, fill the crust, bake it.")
        Recipe.Draft(title: "Broth", steps: "Simmer bones with an onion for three hours.")
    }
    .execute(db)
}

for text in ["oni", "baking", "\"unbalanced"] {
    print("> \(text)")
    for result in try database.recipes(matching: text) {
        print("\(result.title): \(result.excerpt)")
    }
}

try database.write { db in
    try Recipe.where { $0.title == "Broth" }.delete().execute(db)
}
print(try database.recipes(matching: "bones").count, "recipes with bones")
