@_exported import QueryFixtures
