#if Cluster
    // A cluster is used through the protocols of these modules.
    @_exported import DataLiteDatabase
#endif
