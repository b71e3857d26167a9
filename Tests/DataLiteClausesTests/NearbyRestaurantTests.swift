import DataLiteClauses
import DataLiteQuery
import DataLiteTesting
import Foundation
import Testing

/// The distance between two points on a sphere with the radius of the earth, in kilometers.
private struct HaversineDistance: SQLFunction {
    typealias Value = Double
    static let definition = FunctionDefinition(name: "haversineDistance", argc: 4)
    let fromLatitude, fromLongitude, toLatitude, toLongitude: SQLExpression<Double>

    var arguments: [any AnySQLExpression] {
        [fromLatitude, fromLongitude, toLatitude, toLongitude]
    }

    static func execute(args: any ArgumentsProtocol) throws -> Double {
        let radians = try (0..<4).map { index -> Double in
            guard let degrees = args[index] as Double? else {
                throw SQLiteError(.mismatch, message: "argument \(index + 1) is not a number")
            }
            return degrees * .pi / 180
        }
        let (latitude, longitude) = (radians[2] - radians[0], radians[3] - radians[1])
        let a =
            pow(sin(latitude / 2), 2)
            + cos(radians[0]) * cos(radians[2]) * pow(sin(longitude / 2), 2)
        return 2 * 6371 * asin(min(1, sqrt(a)))
    }
}

private struct Restaurant {
    let name: String
    let latitude: Double
    let longitude: Double
}

extension Restaurant: Table {
    static let tableDefinition = TableDefinition("restaurants") { columns in
        columns.add("name", String.self)
        columns.add("latitude", Double.self)
        columns.add("longitude", Double.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        latitude = try row.next()
        longitude = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(latitude)
        values.append(longitude)
    }

    struct Columns: ColumnSet {
        typealias Model = Restaurant
        typealias Output = Restaurant

        let _source: ColumnSource

        var name: SQLExpression<String> { _source.column("name") }
        var latitude: SQLExpression<Double> { _source.column("latitude") }
        var longitude: SQLExpression<Double> { _source.column("longitude") }
    }

    struct OuterColumns: ColumnSet {
        typealias Model = Restaurant
        typealias Output = Restaurant?

        let _source: ColumnSource
    }
}

private struct NearbyRestaurant: Equatable {
    let name: String
    let distance: Double
}

extension NearbyRestaurant: Selection {
    static let columnDefinitions = ColumnDefinitions { columns in
        columns.add("name", String.self)
        columns.add("distance", Double.self)
    }

    init(row: inout RowReader) throws(SQLiteError) {
        name = try row.next()
        distance = try row.next()
    }

    func encode(to values: inout RowWriter) {
        values.append(name)
        values.append(distance)
    }

    struct Columns: ColumnSet {
        typealias Model = NearbyRestaurant
        typealias Output = NearbyRestaurant

        let _source: ColumnSource

        init(_source: ColumnSource) { self._source = _source }

        init(name: some Selectable<String>, distance: some Selectable<Double>) {
            var fields = SelectedFields()
            fields.add("name", name)
            fields.add("distance", distance)
            _source = ColumnSource(NearbyRestaurant.self, fields)
        }
    }
}

@Suite("The restaurants near a place")
struct NearbyRestaurantTests {
    private let myLatitude = NamedParameter<Double>(named: "myLatitude")
    private let myLongitude = NamedParameter<Double>(named: "myLongitude")

    private var query: Select<NearbyRestaurant, ()> {
        sql { schema in
            let restaurant = schema.table(Restaurant.self)
            let distance = HaversineDistance(
                fromLatitude: myLatitude, fromLongitude: myLongitude,
                toLatitude: restaurant.latitude, toLongitude: restaurant.longitude
            ).round(to: 2)
            Select(NearbyRestaurant.Columns(name: restaurant.name, distance: distance))
            From(restaurant)
            OrderBy(distance.asc())
        }
    }

    private static let text = """
        SELECT "restaurants:1"."name", round("haversineDistance"(?, ?, \
        "restaurants:1"."latitude", "restaurants:1"."longitude"), ?) AS "distance" \
        FROM "restaurants" AS "restaurants:1" ORDER BY 2 ASC
        """

    @Test("Restaurants are sorted by their distance from a place that is a parameter")
    func distances() throws {
        let db = try Connection(location: .inMemory)
        try db.add(function: HaversineDistance.self)
        try Restaurant.createTable(strict: true).execute(db)
        try Restaurant.insert {
            Restaurant(name: "Foreshore", latitude: -33.918861, longitude: 18.423300)
            Restaurant(name: "Karoo", latitude: -32.354, longitude: 22.582)
            Restaurant(name: "Winelands", latitude: -33.932105, longitude: 18.860152)
        }.execute(db)
        var request = try db.request(query)
        request[myLatitude] = -33.877873677687894
        request[myLongitude] = 18.488075015723
        let restaurants = try request.fetchAll()
        #expect(restaurants.map(\.name) == ["Foreshore", "Winelands", "Karoo"])
        #expect(restaurants.map(\.distance) == [7.52, 34.86, 417.19])
        request[myLatitude] = -32.354
        request[myLongitude] = 22.582
        #expect(try request.fetchOne() == NearbyRestaurant(name: "Karoo", distance: 0))
    }

    @Test("A query for nearby restaurants needs both coordinates of the place")
    func missing() throws {
        let db = try Connection(location: .inMemory)
        try db.add(function: HaversineDistance.self)
        try Restaurant.createTable().execute(db)
        var request = try db.request(query)
        request[myLatitude] = -33.9
        let error = #expect(throws: SQLiteError.self) { try request.fetchAll() }
        #expect(error?.message == "no value for parameter \"myLongitude\"")
    }

    @Test("A mock returns restaurants by the values of the parameters")
    func mock() throws {
        try withMock { mock in
            mock.expectQuery(.exact(Self.text)).with(1.5, 2.5, 2)
                .returning(["name": "Mocked", "distance": 0.5])
            var request = try mock.request(query)
            request[myLatitude] = 1.5
            request[myLongitude] = 2.5
            #expect(
                try request.fetchAll() == [NearbyRestaurant(name: "Mocked", distance: 0.5)])
        }
    }
}
