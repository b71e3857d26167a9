import DataLiteCore

/// What a fetch has read.
struct FetchRecord {
    /// `nil` if it is to be resolved again.
    var reads: ReadSet?
    var region: Region

    static let everything = FetchRecord(reads: nil, region: .everything)

    /// Uses the memory of another note for the same columns: many fetches differ only in the rows that they read.
    ///
    /// - Returns: whether the columns are the same.
    mutating func shareColumns(with other: FetchRecord) -> Bool {
        guard let others = other.reads, reads?.shareColumns(with: others) == true else {
            return false
        }
        region.shareColumns(with: other.region)
        return true
    }

    /// The same columns, of any rows.
    var withoutRows: FetchRecord {
        FetchRecord(reads: reads?.ofRows(nil), region: region.withoutRows)
    }
}

extension FetchRecord {
    init(
        _ connection: Connection, _ failure: (any Error)?, _ reads: ReadSet, _ known: FetchRecord
    ) {
        self = .everything
        // An error of the database may pass with any commit, others only if what was read changes.
        if let failure = failure as? SQLiteError, failure.resultCode.primary != .error { return }
        if known.reads == reads {
            self = known
        } else if let region = try? RegionResolver(connection: connection).region(of: reads) {
            self = FetchRecord(reads: reads, region: region)
        }
    }
}

extension Result {
    var failure: Failure? {
        guard case .failure(let error) = self else { return nil }
        return error
    }
}
