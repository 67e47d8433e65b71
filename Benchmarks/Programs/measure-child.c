// Runs one command, waits for it, and reports what it used.
//
//     measure-child DESCRIPTOR COMMAND [ARGUMENT ...]
//
// One line goes to the open file DESCRIPTOR:
//
//     wall_ns user_us system_us peak_bytes exit_status signal
//
// Why the Python script does not do this itself: on Linux the peak memory
// (ru_maxrss) of a child starts at the memory of the process that started it,
// with fork, vfork and posix_spawn alike, because exec carries the old peak
// over. Started from Python, every child would seem to use at least what Python
// uses. This program is small, so the floor it sets is small too.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

enum {
    EXIT_USAGE = 64,
    EXIT_INPUT_OUTPUT = 74,
    EXIT_CANNOT_RUN = 126,
};

static long long nanoseconds_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long long)now.tv_sec * 1000000000LL + now.tv_nsec;
}

static long long microseconds(struct timeval time) {
    return (long long)time.tv_sec * 1000000LL + time.tv_usec;
}

static long long peak_bytes(const struct rusage *usage) {
#ifdef __APPLE__
    return usage->ru_maxrss;
#else
    return (long long)usage->ru_maxrss * 1024;
#endif
}

int main(int argument_count, char **arguments) {
    char *end = NULL;
    long descriptor = argument_count >= 3 ? strtol(arguments[1], &end, 10) : -1;
    if (end == NULL || *end != '\0' || descriptor < 0 || descriptor > INT_MAX) {
        fprintf(stderr, "usage: measure-child DESCRIPTOR COMMAND [ARGUMENT ...]\n");
        return EXIT_USAGE;
    }
    // The command must not see the descriptor: it is not its own.
    if (fcntl((int)descriptor, F_SETFD, FD_CLOEXEC) != 0) {
        fprintf(stderr, "measure-child: descriptor %ld: %s\n", descriptor, strerror(errno));
        return EXIT_INPUT_OUTPUT;
    }

    pid_t child = 0;
    long long start = nanoseconds_now();
    int problem = posix_spawnp(&child, arguments[2], NULL, NULL, &arguments[2], environ);
    if (problem != 0) {
        fprintf(stderr, "measure-child: cannot run %s: %s\n", arguments[2], strerror(problem));
        return EXIT_CANNOT_RUN;
    }
    int status = 0;
    struct rusage usage;
    pid_t waited;
    do {
        waited = wait4(child, &status, 0, &usage);
    } while (waited < 0 && errno == EINTR);
    long long wall = nanoseconds_now() - start;
    if (waited != child) {
        fprintf(stderr, "measure-child: cannot wait: %s\n", strerror(errno));
        return EXIT_INPUT_OUTPUT;
    }

    int written = dprintf((int)descriptor, "%lld %lld %lld %lld %d %d\n", wall, microseconds(usage.ru_utime),
                          microseconds(usage.ru_stime), peak_bytes(&usage),
                          WIFEXITED(status) ? WEXITSTATUS(status) : 0,
                          WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    return written < 0 ? EXIT_INPUT_OUTPUT : 0;
}
