import DataLiteDatabase
import Testing

@Suite struct DatabaseProtocolTests {
    @Test func `Importing DataLiteDatabase imports the modules below it`() throws {
        let connection = try Connection(location: .inMemory)
        let sum: Int? = try connection.value("SELECT 1 + 2")
        #expect(sum == 3)
    }
}
