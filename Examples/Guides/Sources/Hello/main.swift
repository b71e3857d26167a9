import DataLite

@Table struct City: Identifiable {
    let id: Int
    var name: String
    var country: String
    var population = 0
}

// A Swift function in SQL, on each connection of the database.
let configuration = Database.Configuration {
    $0.onOpen = { connection in
        try connection.add(function: "initial") { (name: String) in name.first.map(String.init) }
    }
}
let database = try Database.temporary(configuration: configuration)  // or Database(path: ...)

try database.write { db in
    try City.createTable().execute(db)
    try City.insert {
        City.Draft(name: "Lyon", country: "FR", population: 522_000)
        City.Draft(name: "Nice", country: "FR", population: 348_000)
        City.Draft(name: "L'Aquila", country: "IT", population: 69_000)
    }
    .execute(db)
}

// Typed queries: the compiler checks names and types. Values become parameters.
let large = City.where { $0.population > 100_000 }.order { $0.population.desc() }
let countries = City.group(by: \.country).having { $0.count() > 1 }
    .select { ($0.country, $0.count(), $0.population.max()) }
try database.read { db in
    print(try large.fetchAll(db).map(\.name))
    for (country, count, largest) in try countries.fetchAll(db) {
        print(country, count, largest ?? 0)
    }
}

// SQL text: the interpolation becomes a parameter.
let limit = 100_000
let initials = try database.read { db in
    try db.rows("SELECT initial(name) FROM cities WHERE population < \(limit)", as: String.self)
}
print(initials)

// A value that follows the database: once now, and again after each commit that changes it.
for try await count in database.values({ db in try City.all.fetchCount(db) }) {
    print(count, "cities")
    if count == 4 { break }
    try database.write { db in
        try City.insert { City.Draft(name: "Metz", country: "FR") }.execute(db)
    }
}
