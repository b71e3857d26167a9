#if Cluster
    /// A statement of a ``ClusterConnection``.
    final class ClusterStatement: StatementProtocol {
        private let text: ClusterSQL
        private let connection: ClusterConnection
        private var values: [SQLiteValue]
        private var phase = Phase.ready
        private var rows: RowStream?
        /// The names of the latest run.
        private var names: [String]?

        /// When the run began that is reported to the instruments at its end; `nil` for none.
        private var began: ContinuousClock.Instant?

        private enum Phase {
            case ready
            /// Its rows were requested to learn their columns, before the first step.
            case started
            case row
            case done
        }

        init(_ text: ClusterSQL, on connection: ClusterConnection) {
            self.text = text
            self.connection = connection
            values = Array(repeating: .null, count: text.parameterNames.count)
        }

        deinit { endRun() }

        var sql: String { text.original }

        var expandedSQL: String? { text.expanded(values) }

        // MARK: - Parameters

        func parameterCount() -> Int32 { Int32(values.count) }

        func parameterNameBy(_ index: Int32) -> String? {
            text.parameterNames.indices.contains(Int(index) - 1)
                ? text.parameterNames[Int(index) - 1] : nil
        }

        func bind(_ value: SQLiteValue, at index: Int32) throws(SQLiteError) {
            try requireReset()
            guard values.indices.contains(Int(index) - 1) else {
                throw SQLiteError.noParameter(index, of: Int32(values.count), in: sql)
            }
            values[Int(index) - 1] = value
        }

        func clearBindings() throws(SQLiteError) {
            if phase == .row { throw SQLiteError.bindingBeforeReset(isAtEnd: false, in: sql) }
            for position in values.indices { values[position] = .null }
        }

        private func requireReset() throws(SQLiteError) {
            switch phase {
            case .ready: break
            case .started: endRun()
            case .row, .done:
                throw SQLiteError.bindingBeforeReset(isAtEnd: phase == .done, in: sql)
            }
        }

        // MARK: - Running

        func step() throws(SQLiteError) -> Bool {
            if phase == .ready || phase == .done { try start() }
            do throws(SQLiteError) {
                guard let rows, try connection.advance(rows, text) else {
                    endRun(.done)
                    return false
                }
            } catch {
                endRun(.done)
                throw error
            }
            phase = .row
            return true
        }

        private func start() throws(SQLiteError) {
            endRun(.done)
            if connection.reportsStatements { began = .now }
            do throws(SQLiteError) {
                rows = try connection.run(text, values)
            } catch {
                endRun(.done)
                throw error
            }
            names = rows?.columnNames
            phase = .started
        }

        func reset() throws(SQLiteError) { endRun() }

        private func endRun(_ next: Phase = .ready) {
            rows?.discard()
            rows = nil
            phase = next
            guard let start = began else { return }
            began = nil
            connection.report(text.original, after: start.duration(to: .now))
        }

        // MARK: - Columns

        /// A node names the columns only with rows, so a query is started. A statement that changes rows is not.
        private var columns: [String] {
            if let names { return names }
            if phase == .ready, text.isQuery { try? start() }
            return names ?? []
        }

        func columnCount() -> Int32 { Int32(columns.count) }

        func columnName(at index: Int32) -> String? {
            columns.indices.contains(Int(index)) ? columns[Int(index)] : nil
        }

        func columnValue(at index: Int32) -> SQLiteValue {
            guard phase == .row, let rows else { return .null }
            return rows.value(at: Int(index))
        }
    }
#endif
