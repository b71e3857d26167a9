import DataLite

@Table struct Trip: Identifiable {
    let id: Int
    var month: Int
    var meters: Double
    var seconds: Double
}

let configuration = Database.Configuration {
    $0.onOpen = { connection in try connection.addTripFunctions() }
}
let database = try Database.inMemory(configuration: configuration)
try database.write { db in
    try Trip.createTable().execute(db)
    try Trip.insert {
        Trip.Draft(month: 1, meters: 4_000, seconds: 1_000)
        Trip.Draft(month: 7, meters: 30_000, seconds: 3_600)
        Trip.Draft(month: 8, meters: 10_000, seconds: 1_200)
        Trip.Draft(month: 8, meters: 5_000, seconds: 0)
    }
    .execute(db)
}

try database.read { db in
    for row in try db.rows("SELECT month, km_per_h(meters, seconds) AS speed FROM trips") {
        print(try row["month", as: Int.self], try row["speed", as: Double?.self] ?? "no time")
    }
    let median = try db.requiredValue(
        "SELECT median(km_per_h(meters, seconds)) FROM trips", as: Double.self)
    print("median:", median)

    let distances = Trip.group { $season(ofMonth: $0.month) }
        .select { ($season(ofMonth: $0.month), $0.meters.sum()) }
    for (season, meters) in try distances.fetchAll(db) {
        print(season, meters ?? 0)
    }

    do {
        try db.execute("SELECT season(13)")
    } catch let error as SQLiteError {
        print(error.underlyingError is UnknownMonth ? "there is no month 13" : "\(error)")
    }
}
