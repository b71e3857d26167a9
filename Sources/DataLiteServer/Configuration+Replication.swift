#if Server
    public import DataLiteDatabase

    extension Database.Configuration {
        /// Leaves all checkpoints to another program, such as Litestream, which copies the WAL before it runs one.
        ///
        /// Neither a write nor closing the database runs a checkpoint, and no read waits for one. A write waits up to
        /// `busyTimeout`, at least five seconds, while the other program holds the lock. Do not call `checkpoint(_:)`,
        /// `vacuum()` or ``DatabaseTask/checkpoints(of:every:pages:logger:)``. The WAL grows while the other program does
        /// not run: see ``DatabaseTask/walWarnings(of:above:every:logger:)``.
        ///
        /// Call this after `onOpen` was set. See [Litestream's tips](https://litestream.io/tips/).
        public mutating func leaveCheckpointsToOtherPrograms() {
            checkpointPages = .max
            walPageLimit = .max
            connection.busyTimeout = max(connection.busyTimeout, .seconds(5))
            let onOpen = connection.onOpen
            connection.onOpen = { connection in
                try connection.set(.noCheckpointOnClose, isOn: true)
                try onOpen?(connection)
            }
        }
    }
#endif
