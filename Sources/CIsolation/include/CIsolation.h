/// The process that decodes one picture: how it is started, and how it is confined.
#ifndef CISOLATION_H
#define CISOLATION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/// Returns the arguments that the program was started with, its own name first, also where there is no /proc.
char **postcard_arguments(int *count);
/// Makes a file without a name, in memory where the system can; returns -1 and sets `errno` if it fails.
int postcard_memory_file(void);
/// Makes a pipe that started processes do not inherit.
bool postcard_pipe(int *output, int *input);
/// Starts this program again, with two arguments, three descriptors above 2 as its standard ones, and only the part of the environment that
/// concerns the C library. Returns 0, or an error of the system.
int postcard_start_again(const char *first, const char *second, int input, int output, int report, pid_t *process);

/// The grants of the kernel to a process that decodes one picture.
typedef struct {
    /// Writable memory of its own, including that of the program and its libraries.
    size_t bytes;
    /// The length of the file on descriptor 1.
    size_t result_bytes;
    /// Processor time.
    size_t seconds;
} postcard_confinement;

/// Ends this process with its parent, closes all descriptors but the first three, and keeps the C library's own use of memory small. Called
/// before anything else.
void postcard_begin_confinement(void);
/// Sets the limits, and on Linux lets the process open no file, reach no network and start no process from then on. Called when all
/// libraries are open, and before any thread begins. Returns 0, or the error of the call that failed.
int postcard_confine(postcard_confinement limits);

#endif
