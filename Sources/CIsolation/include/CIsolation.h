/// Functions that start and confine a process that decodes one picture.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Returns the arguments of the program, starting with its name, even without /proc.
char **postcard_arguments(int *count);
/// Creates a file without a name, in memory if the system can. Returns -1 and sets `errno` if it fails.
int postcard_memory_file(void);
/// Creates a pipe that started processes do not inherit.
bool postcard_pipe(int *output, int *input);
/// Starts this program again, with two arguments, with three descriptors above 2 as its standard ones, and with only the part of the
/// environment that concerns the C library. Returns 0, or an error number of the system.
int postcard_spawn_self(const char *first, const char *second, int input, int output, int report, pid_t *process);

/// The limits of a process that decodes one picture.
typedef struct {
    /// Its own writable memory in bytes, including that of the program and its libraries.
    size_t bytes;
    /// The length of the file on descriptor 1, in bytes.
    size_t result_bytes;
    /// Processor time in seconds.
    size_t seconds;
} postcard_confinement;

/// Ends this process with its parent, closes all descriptors except the first three, and keeps the C library's own use of memory small.
/// Call it before anything else.
void postcard_begin_confinement(void);
/// Sets the limits. On Linux, the process can't open files, use the network or start processes afterward. Call it when all libraries are
/// open, and before any thread starts. Returns 0, or the error of the call that failed.
int postcard_confine(postcard_confinement limits);

#endif
