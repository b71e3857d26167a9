import DataLiteCore

/// The SQL of the statements that a connection runs.
final class StatementLog: ConnectionTraceDelegate {
    private(set) var traces: [SQLTrace] = []

    var texts: [String] { traces.map(\.unexpandedSQL) }

    func connection(_ connection: any ConnectionProtocol, trace: SQLTrace) {
        traces.append(trace)
    }
}
