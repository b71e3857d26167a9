#ifndef DATALITE_C_SHIM_H
#define DATALITE_C_SHIM_H

// dladdr() is declared by glibc only under this switch.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif

// The session extension and the preupdate hook are declared only under these switches,
// though the library may well have been built with them.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include <dlfcn.h>
#include <sqlite3.h>
#include <string.h>

// sqlite3_db_config() is variadic, which Swift cannot call. This is its form for the options
// that switch one setting of a connection on or off and report the setting that results.
static inline int datalite_db_config_switch(sqlite3 *db, int option, int on, int *result) {
    return sqlite3_db_config(db, option, on, result);
}

// The macro SQLITE_TRANSIENT is a cast that Swift does not import: SQLite is to copy the bytes.
static inline sqlite3_destructor_type datalite_transient(void) { return SQLITE_TRANSIENT; }

// Whether two runs of bytes of one length are the same; there may be none at all.
static inline _Bool datalite_equal(const void *lhs, const void *rhs, long count) {
    return count == 0 || memcmp(lhs, rhs, (size_t)count) == 0;
}

// The entry point `name`, if the image that holds the running SQLite exports it, or NULL.
// The check of the image keeps a symbol of some other SQLite in the process from being called
// on this one's handles.
static inline void *datalite_symbol(const char *name) {
    void *symbol = dlsym(RTLD_DEFAULT, name);
    void *anchor = dlsym(RTLD_DEFAULT, "sqlite3_libversion_number");
    Dl_info ours, theirs;
    if (symbol == 0 || anchor == 0) return 0;
    if (dladdr(symbol, &theirs) == 0 || dladdr(anchor, &ours) == 0) return 0;
    return theirs.dli_fbase == ours.dli_fbase ? symbol : 0;
}

#endif
