@_exported import DataLiteTestSupport
