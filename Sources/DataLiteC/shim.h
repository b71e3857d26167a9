#ifndef DATALITE_C_SHIM_H
#define DATALITE_C_SHIM_H

// glibc declares dladdr() only with this switch.
#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif

// The session extension and the preupdate hook are declared only with these switches, even if the
// library was built with them.
#define SQLITE_ENABLE_SESSION 1
#define SQLITE_ENABLE_PREUPDATE_HOOK 1

#include <dlfcn.h>
#include <sqlite3.h>
#include <stdint.h>
#include <string.h>

// sqlite3_db_config() is variadic, which Swift cannot call. This is its form for options
// that turn a setting of a connection on or off and report the resulting setting.
static inline int datalite_db_config_switch(sqlite3 *db, int option, int on, int *result) {
    return sqlite3_db_config(db, option, on, result);
}

// sqlite3_config() is variadic too. This is its form for the log; NULL turns it off.
static inline int datalite_config_log(
    void (*_Nullable callback)(void *_Nullable, int, const char *_Nullable)
) {
    return sqlite3_config(SQLITE_CONFIG_LOG, callback, (void *)0);
}

// sqlite3_log() is variadic too. The message is not a format.
static inline void datalite_log(int code, const char *_Nonnull message) {
    sqlite3_log(code, "%s", message);
}

// SQLITE_TRANSIENT, which tells SQLite to copy the bytes: a macro with a cast, which Swift does not
// import.
static inline sqlite3_destructor_type datalite_transient(void) { return SQLITE_TRANSIENT; }

// Whether two byte sequences of the same length are equal. The pointers may be NULL for a length of
// 0.
static inline _Bool datalite_equal(const void *lhs, const void *rhs, long count) {
    return count == 0 || memcmp(lhs, rhs, (size_t)count) == 0;
}

// Relaxed atomic access to a number that other threads read. The atomics of Swift's standard library
// need macOS 15.
static inline intptr_t datalite_load(const intptr_t *number) {
    return __atomic_load_n(number, __ATOMIC_RELAXED);
}
static inline void datalite_store(intptr_t *number, intptr_t value) {
    __atomic_store_n(number, value, __ATOMIC_RELAXED);
}

// References that each thread has for itself. Each Swift module that calls this has other ones, so one file of
// one module does.
typedef struct {
    void *items[64];
    intptr_t count;
} datalite_stack;
static inline datalite_stack *_Nonnull datalite_thread_stack(void) {
    static __thread datalite_stack stack;
    return &stack;
}

// Memory of the current thread for a reference to an object, NULL at first, and whether the thread releases it when it ends.
typedef struct {
    void *_Nullable object;
    int isReleased;
} datalite_spare;
static inline datalite_spare *_Nonnull datalite_spare_storage(void) {
    static __thread datalite_spare spare;
    return &spare;
}

// Flags of the current thread. Each object file into which this is inlined has other ones, so one function that is not
// inlined calls it.
static inline int *_Nonnull datalite_thread_flags(void) {
    static __thread int flags;
    return &flags;
}

// The function `name`, if the image that contains the running SQLite exports it, or NULL. Without the
// check of the image, a function of another SQLite in the process could be called with this one's
// handles.
static inline void *datalite_symbol(const char *name) {
    void *symbol = dlsym(RTLD_DEFAULT, name);
    void *anchor = dlsym(RTLD_DEFAULT, "sqlite3_libversion_number");
    Dl_info ours, theirs;
    if (symbol == 0 || anchor == 0) return 0;
    if (dladdr(symbol, &theirs) == 0 || dladdr(anchor, &ours) == 0) return 0;
    return theirs.dli_fbase == ours.dli_fbase ? symbol : 0;
}

#endif
