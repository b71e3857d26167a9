import DataLiteCore

/// The rows of the tour's table. Coordinates are in degrees, north and east positive. Populations are rounded
/// figures for the city proper, from recent censuses and estimates.
enum City {
    typealias Row = (
        name: String, country: String, continent: String, latitude: Double, longitude: Double,
        population: Int
    )

    static let list: [Row] = [
        ("Addis Ababa", "Ethiopia", "Africa", 9.03, 38.74, 3_860_000),
        ("Cairo", "Egypt", "Africa", 30.04, 31.24, 10_100_000),
        ("Cape Town", "South Africa", "Africa", -33.92, 18.42, 4_770_000),
        ("Casablanca", "Morocco", "Africa", 33.57, -7.59, 3_220_000),
        ("Dakar", "Senegal", "Africa", 14.72, -17.47, 1_180_000),
        ("Kinshasa", "DR Congo", "Africa", -4.32, 15.31, 16_000_000),
        ("Lagos", "Nigeria", "Africa", 6.52, 3.38, 15_000_000),
        ("Nairobi", "Kenya", "Africa", -1.29, 36.82, 4_400_000),
        ("Bangkok", "Thailand", "Asia", 13.76, 100.50, 8_300_000),
        ("Beijing", "China", "Asia", 39.90, 116.41, 21_890_000),
        ("Delhi", "India", "Asia", 28.61, 77.21, 16_790_000),
        ("Dhaka", "Bangladesh", "Asia", 23.81, 90.41, 10_280_000),
        ("Hanoi", "Vietnam", "Asia", 21.03, 105.85, 8_050_000),
        ("Jakarta", "Indonesia", "Asia", -6.21, 106.85, 10_560_000),
        ("Karachi", "Pakistan", "Asia", 24.86, 67.01, 20_380_000),
        ("Manila", "Philippines", "Asia", 14.60, 120.98, 1_850_000),
        ("Mumbai", "India", "Asia", 19.08, 72.88, 12_440_000),
        ("Seoul", "South Korea", "Asia", 37.57, 126.98, 9_410_000),
        ("Shanghai", "China", "Asia", 31.23, 121.47, 24_870_000),
        ("Singapore", "Singapore", "Asia", 1.35, 103.82, 5_920_000),
        ("Tehran", "Iran", "Asia", 35.69, 51.39, 8_690_000),
        ("Tokyo", "Japan", "Asia", 35.68, 139.69, 14_050_000),
        ("Berlin", "Germany", "Europe", 52.52, 13.41, 3_680_000),
        ("Copenhagen", "Denmark", "Europe", 55.68, 12.57, 650_000),
        ("Dublin", "Ireland", "Europe", 53.35, -6.26, 590_000),
        ("Istanbul", "Turkey", "Europe", 41.01, 28.98, 15_660_000),
        ("Kyiv", "Ukraine", "Europe", 50.45, 30.52, 2_950_000),
        ("Lisbon", "Portugal", "Europe", 38.72, -9.14, 550_000),
        ("London", "United Kingdom", "Europe", 51.51, -0.13, 8_870_000),
        ("Madrid", "Spain", "Europe", 40.42, -3.70, 3_330_000),
        ("Moscow", "Russia", "Europe", 55.76, 37.62, 13_010_000),
        ("Oslo", "Norway", "Europe", 59.91, 10.75, 710_000),
        ("Paris", "France", "Europe", 48.86, 2.35, 2_100_000),
        ("Rome", "Italy", "Europe", 41.90, 12.50, 2_750_000),
        ("Stockholm", "Sweden", "Europe", 59.33, 18.07, 990_000),
        ("Vienna", "Austria", "Europe", 48.21, 16.37, 2_010_000),
        ("Warsaw", "Poland", "Europe", 52.23, 21.01, 1_860_000),
        ("Zürich", "Switzerland", "Europe", 47.38, 8.54, 430_000),
        ("Chicago", "United States", "North America", 41.88, -87.63, 2_750_000),
        ("Havana", "Cuba", "North America", 23.11, -82.37, 2_130_000),
        ("Los Angeles", "United States", "North America", 34.05, -118.24, 3_900_000),
        ("Mexico City", "Mexico", "North America", 19.43, -99.13, 9_210_000),
        ("Montréal", "Canada", "North America", 45.50, -73.57, 1_760_000),
        ("New York", "United States", "North America", 40.71, -74.01, 8_800_000),
        ("Toronto", "Canada", "North America", 43.65, -79.38, 2_790_000),
        ("Auckland", "New Zealand", "Oceania", -36.85, 174.76, 1_480_000),
        ("Melbourne", "Australia", "Oceania", -37.81, 144.96, 5_080_000),
        ("Perth", "Australia", "Oceania", -31.95, 115.86, 2_190_000),
        ("Sydney", "Australia", "Oceania", -33.87, 151.21, 5_450_000),
        ("Bogotá", "Colombia", "South America", 4.71, -74.07, 7_740_000),
        ("Buenos Aires", "Argentina", "South America", -34.60, -58.38, 3_120_000),
        ("Caracas", "Venezuela", "South America", 10.48, -66.90, 2_250_000),
        ("Lima", "Peru", "South America", -12.05, -77.04, 10_000_000),
        ("Quito", "Ecuador", "South America", -0.18, -78.47, 1_980_000),
        ("Rio de Janeiro", "Brazil", "South America", -22.91, -43.17, 6_210_000),
        ("Santiago", "Chile", "South America", -33.45, -70.67, 6_120_000),
        ("São Paulo", "Brazil", "South America", -23.55, -46.63, 11_450_000),
    ]

    /// Creates the table `city` and fills it.
    static func load(into connection: some ConnectionProtocol) throws {
        try connection.execute(
            sql: """
                CREATE TABLE city(
                    name TEXT PRIMARY KEY, country TEXT, continent TEXT,
                    latitude REAL, longitude REAL, population INTEGER)
                """)
        try connection.transaction {
            for city in list {
                try connection.execute(
                    """
                    INSERT INTO city VALUES (\(city.name), \(city.country), \(city.continent), \
                    \(city.latitude), \(city.longitude), \(city.population))
                    """)
            }
        }
    }
}
