// load_and_unload LIBRARY: loads a plug-in, runs it, unloads it, and again; then exits while
// workers of TBB that it started may still be asleep.
#include <dlfcn.h>

#include <chrono>
#include <iostream>
#include <thread>

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  for (int round = 0; round < 5; ++round) {
    void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return std::cerr << dlerror() << '\n', 1;
    auto* run = reinterpret_cast<int (*)(int)>(dlsym(library, "weft_test_plugin_joined_bytes"));
    if (run == nullptr) return std::cerr << dlerror() << '\n', 1;
    const int bytes = run(10000);
    if (bytes != 30000) return std::cerr << bytes << " bytes\n", 1;
    dlclose(library);
    // Long enough for workers to notice that there is no work.
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return 0;
}
